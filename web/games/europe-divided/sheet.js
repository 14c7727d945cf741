// The sheet that a tap opens: a card or a space with its whole text, and what can be done with it as buttons. On
// a touch screen a tap reads, and only a button acts.

import { html, nothing } from '../../vendor/lit/lit.js';
import { sold } from './cards.js';
import { whole } from './reader.js';
import { buttonsOf, chosen, press, pressable } from './select.js';
import { commandOf, hereText, targetsOf } from './targets.js';
import { words } from './words.js';

/** @import { Play } from '../../core/play.js' */
/** @import { Facts } from './facts.js' */

/** One thing to do. @typedef {{text: string, act: () => void}} Action */

/** @param {Play} play @param {Facts} facts @param {string} id a card or a space @param {() => void} close */
export function sheet(play, facts, id, close) {
  const inner = whole(play, facts, id);
  if (inner === nothing) return nothing;
  const actions = facts.spaces.has(id) ? onSpace(play, facts, id) : onCard(play, facts, id);
  const name = facts.spaces.has(id) ? facts.space(id) : facts.card(id).name;
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  };
  return html`<section class="ed-sheet" role="dialog" aria-label=${name} @keydown=${key}>
    <div class="ed-sheet-text">${inner}</div>
    <div class="ed-sheet-acts">
      ${actions.map(
        ({ text, act }, at) =>
          html`<button
            class=${at === 0 ? 'primary' : ''}
            @click=${() => {
              close();
              act();
            }}
          >
            ${text}
          </button>`,
      )}
      <button class="ed-sheet-close" @click=${close}>${words.menu.close}</button>
    </div>
  </section>`;
}

/** Returns what can be done with a card. @param {Play} play @param {Facts} facts @param {string} id @returns {Action[]} */
function onCard(play, facts, id) {
  const uses = buttonsOf(play, id).map((offer) => ({
    text:
      commandOf(offer).type === 'sell_advantage'
        ? words.hand.sell(sold(facts.advantage(id), play))
        : words.hand.use,
    act: () => play.choose(offer),
  }));
  if (!pressable(play, id)) return uses;
  const text = chosen(play, id) ? words.sheet.unchoose : words.sheet.choose;
  return [{ text, act: () => press(play, id) }, ...uses];
}

/** Returns what can be done in a space. @param {Play} play @param {Facts} facts @param {string} id @returns {Action[]} */
function onSpace(play, facts, id) {
  const { spaces, destinations } = targetsOf(play, facts, null);
  const { draft } = play;
  if (destinations && draft) {
    const goal = destinations.get(id);
    if (!goal) return [];
    return [{ text: words.sheet.moveTo(goal.text), act: () => play.choose(draft.offer, [id]) }];
  }
  return (spaces.get(id) ?? []).map((choice) => ({
    text: hereText(choice),
    act: () => play.choose(choice.offer, choice.values),
  }));
}
