// What a tap reads: a card or a space with its whole text, and what can be done with it.

import { previews } from '../../ui/preview.js';
import { sheet } from '../../ui/reading.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { sold } from './cards.js';
import { whole } from './reader.js';
import { buttonsOf, chosen, press, pressable } from './select.js';
import { commandOf, hereText, movesOf, targetsOf } from './targets.js';
import { words } from './words.js';

/** @import { Play } from '../../core/play.js' */
/** @import { Action } from '../../ui/reading.js' */
/** @import { Facts } from './facts.js' */

/** @param {Play} play @param {Facts} facts @param {string} id a card or a space @param {() => void} close */
export function reading(play, facts, id, close) {
  const inner = whole(play, facts, id);
  if (inner === nothing) return nothing;
  const isSpace = facts.spaces.has(id);
  const actions = isSpace ? onSpace(play, facts, id) : onCard(play, facts, id);
  // Under the words of their buttons.
  const choices = actions.flatMap(({ text, choice }) => (choice ? [{ ...choice, text }] : []));
  const withPreviews = html`${inner} ${previews(play, choices, movesOf(facts))}`;
  return sheet(isSpace ? facts.space(id) : facts.card(id).name, withPreviews, actions, close);
}

/** Returns what can be done with a card. @param {Play} play @param {Facts} facts @param {string} id @returns {Action[]} */
function onCard(play, facts, id) {
  const uses = buttonsOf(play, id).map((offer) => ({
    text:
      commandOf(offer).type === 'sell_advantage'
        ? words.hand.sell(sold(facts.advantage(id), play))
        : words.hand.use,
    act: () => play.choose(offer),
    choice: { offer },
  }));
  if (!pressable(play, id)) return uses;
  const played = play.offers.find(({ command }) => command.type === 'play' && command.card === id);
  if (played) {
    const act = () => play.send(played, []);
    return [{ text: words.prompt.send.play, act, choice: { offer: played } }, ...uses];
  }
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
    const choice = { offer: draft.offer, values: [id] };
    const act = () => play.choose(draft.offer, [id]);
    return [{ text: words.sheet.moveTo(goal.text), act, choice }];
  }
  return (spaces.get(id) ?? []).map((choice) => ({
    text: hereText(choice),
    act: () => play.choose(choice.offer, choice.values),
    choice,
  }));
}
