export { default } from '../plain.js';
