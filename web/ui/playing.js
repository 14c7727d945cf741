// What others do, while it is played out: what happens in words, a card that is played large, and a way to skip it.
// Afterwards it can be shown again; whoever was away finds all of it in one sheet.

import { style } from '../core/style.js';
import { text } from '../text/index.js';
import { table } from '../text/table.js';
import { html, nothing } from '../vendor/lit/lit.js';
import { eventText } from '../core/event-text.js';
import './log.js';

/** @import { Paced } from '../core/paced.js' */
/** @import { Play } from '../core/play.js' */
/** @import { GameModule } from '../games/registry.js' */

await style(new URL('../styles/playing.css', import.meta.url));

/** @param {Paced} paced @param {Play} play @param {GameModule} game */
export function playing(paced, play, game) {
  const { current, room } = paced;
  if (current.length > 0) {
    // What the board holds back is not said before it has shown it.
    const reported = play.unseen > 0 ? current.slice(0, -play.unseen) : current;
    const last = reported.at(-1);
    return html`<section class="playing" aria-label=${table.playing.label}>
      ${game.spotlight?.(play, reported) ?? nothing}
      <p class="playing-line">
        <span>${last ? eventText(last, room, game.called?.(play)) : table.playing.rolling}</span>
        <button @click=${() => paced.skip()}>${table.playing.skip} <kbd>S</kbd></button>
      </p>
    </section>`;
  }
  return nothing;
}

/** Uses the key that skips. @param {Paced} paced @param {KeyboardEvent} event */
export function skipKey(paced, event) {
  if (event.key.toLowerCase() !== 's' || paced.current.length === 0) return;
  event.preventDefault();
  paced.skip();
}

/**
 * Renders what has happened after an entry, for one who was away.
 * @param {Play} play @param {GameModule} game @param {number} after @param {() => void} close
 */
export const missed = (play, game, after, close) =>
  html`<section class="missed" role="dialog" aria-labelledby="missed-title">
    <h2 id="missed-title">${table.playing.missed}</h2>
    <entente-log .play=${play} .game=${game} .since=${after}></entente-log>
    <button class="primary" @click=${close}>${table.playing.goOn}</button>
  </section>`;
