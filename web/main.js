// Entry point of the browser client: one component, which shows what the address asks for.

import { showSources } from './core/sources.js';
import { useTheme } from './core/theme.js';
import './ui/app.js';

useTheme();
showSources();
