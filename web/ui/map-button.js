// A button over a map, with a sign for a face.

import { table } from '../text/table.en.js';
import { html } from '../vendor/lit/lit.js';

/** @import { Component } from './component.js' */

/** @param {string} sign @param {string} label @param {() => void} act */
export const mapButton = (sign, label, act) =>
  html`<button aria-label=${label} title=${label} @click=${act}>${sign}</button>`;

/** Renders the button that says the board in words, and what is new. @param {Component} board */
export const inWords = (board) =>
  mapButton('¶', table.summary.open, () => board.emit('show-summary', 'board'));
