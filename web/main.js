// The browser client begins here: one component, which shows what the address says.

import { useTheme } from './core/theme.js';
import './ui/app.js';

useTheme();
