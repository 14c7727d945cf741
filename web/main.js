// The browser client begins here: one component, which shows what the address says.

import './ui/app.js';
