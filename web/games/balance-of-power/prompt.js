// The choice of the bar below the map: this seat's question, or what others are doing.

import { holes } from '../../core/offers.js';
import { why } from '../../text/index.js';
import { html } from '../../vendor/lit/lit.js';
import {
  bagBar,
  chooseBar,
  fightBar,
  moveBar,
  occupyBar,
  plainBar,
  rerollBar,
  resistBar,
} from './attack.js';
import { handBar } from './cards.js';
import { commandOf } from './plan.js';
import { words } from './words.js';
import '../../ui/why.js';

/** @import { Play } from '../../core/play.js' */
/** @import { Asked } from './attack.js' */
/** @import * as Wire from '../../types/protocol.js' */

/** Renders the bar: the question with its answers, and why it is asked. @param {Asked} asked */
export const prompt = (asked) => html`${question(asked)} ${whyLine(asked.plan.play)}`;

/** Renders why something is asked, where the bar has room for it. @param {Play} play */
export const whyLine = (play) =>
  html`<p class="bp-why faint"><entente-why .play=${play}></entente-why></p>`;

/** @param {Asked} asked */
function question(asked) {
  const { plan } = asked;
  const { offers } = plan.play;
  const { prompt: open } = plan.table;
  if (offers.length === 0) return others(asked);
  const { bag, fight, move } = plan;
  if (asked.hand.asked && offers.some((offer) => commandOf(offer).type === 'hand_in'))
    return handBar(plan.play, asked.facts, asked.hand);
  if (bag) return bagBar(asked, bag);
  if (fight) return fightBar(asked, fight);
  if (move) return moveBar(asked);
  const form = offers.find(
    (offer) => commandOf(offer).type === open.kind && holes(offer).length > 0,
  );
  if (form && open.kind === 'occupy') return occupyBar(asked, form);
  if (form && open.kind === 'reroll') return rerollBar(asked, form);
  if (form && open.kind === 'choose') return chooseBar(asked, form);
  if (open.kind === 'resist') return resistBar(asked);
  return plainBar(asked, questionOf(asked));
}

/** Returns the question in words. @param {Asked} asked */
function questionOf({ plan, facts }) {
  const { asked, act } = words;
  const { prompt: question, command_room: room, active } = plan.table;
  if (plan.origin) return asked.target(facts.name(plan.origin));
  if (plan.kind) return act.pointed[plan.kind] ?? '';
  switch (question.kind) {
    case 'attack':
      return plan.fights.length > 0 ? asked.attack : asked.noAttack;
    case 'support':
      return asked.support(active && room ? room.charts[active].troops : 0);
    case 'collect':
      return asked.collect(plan.table.conquered);
    case 'manoeuvre':
      return plan.moves.length > 0 ? asked.manoeuvre : asked.noManoeuvre;
    default:
      return '';
  }
}

/** Renders what others are doing, or the end of the match. @param {Asked} asked */
function others({ plan }) {
  const { table, play } = plan;
  const { seat, kind } = table.prompt;
  const outcome = play.view?.outcome;
  if (outcome) return ending(outcome, table);
  if (seat == null || kind === 'nothing' || play.session.busy) return html`<p class="bp-pair"></p>`;
  const colour = table.colours[seat];
  const name = play.session.room?.seats[seat]?.name ?? '';
  const who = colour ? `${words.army[colour]} (${name})` : name;
  return html`<p class="bp-pair">${words.asked.other(who, words.asked.theirs[kind] ?? '')}</p>`;
}

/** Renders the outcome in words. @param {Wire.Outcome} outcome @param {Wire.BalanceOfPowerPublic} table */
function ending({ winners, reason }, { colours }) {
  const { ended, army } = words;
  const colour = winners.length === 1 ? colours[winners[0]] : null;
  const title = colour ? ended.won(army[colour]) : reason === 'draw' ? ended.drawn : ended.over;
  return html`<p class="bp-pair">
    <b>${title}</b> <span class="bp-how faint">${why(reason)}</span>
  </p>`;
}
