// The head of the desk: the round, the phase and its time, the time until the next crisis, and "ready".

import { text as common } from '../../text/index.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import '../../ui/clock.js';
import { brief } from './crises.js';
import { mark } from './icons.js';
import { served } from './offer-builder.js';
import { words } from './words.js';

/** @import { Desk } from './desk.js' */
/** @import * as Wire from '../../types/protocol.js' */

/** Time before a crisis from which its clock urges, in milliseconds. */
const CRISIS_SOON_MS = 20_000;

/** The options with the length of each phase. */
const LENGTHS = /** @type {Record<string, string>} */ ({
  country: 'choose_ms',
  choose: 'choose_ms',
  play: 'round_ms',
  allocate: 'allocate_ms',
});

/** @param {Desk} desk */
export function bar(desk) {
  const { at, options } = desk;
  const title = at.round === 0 ? words.bar.before : words.bar.round(at.round, options.max_rounds);
  return html`<header class="eu-bar">
    <p class="eu-round"><b>${words.bar.phases[at.phase]}</b> <span class="faint">${title}</span></p>
    <p class="eu-asks">${desk.me && !desk.past ? asks(desk, desk.me) : nothing}</p>
    ${timer(desk)} ${crisisTimer(desk)} ${owing(desk)} ${announcement(desk)} ${ready(desk)}
    ${spoken(desk)} ${desk.me && at.phase !== 'over' ? help(desk) : nothing}
  </header>`;
}

/** Returns what is asked where no panel says it. @param {Desk} desk @param {Wire.EuropePlayerView} me */
function asks(desk, me) {
  const { at } = desk;
  if (at.phase !== 'play') return words.bar.asks[at.phase];
  // Without a clock the line beside this one says it, which a narrow bar has too.
  const stands = standing(desk);
  if (stands) return at.crises_ahead == null ? stands : nothing;
  if (desk.own?.drawn.length) return words.bar.asksDrawn;
  if (me.debts.length) return words.bar.asksDebts;
  return served(desk) ? words.bar.asksNothing : words.bar.asks.play;
}

/** Returns what a player with nothing to do in open play waits for, or null. @param {Desk} desk */
function standing(desk) {
  const { at, me, others, names } = desk;
  if (me?.resigned) return words.bar.resigned;
  if (!me?.ready) return null;
  const late = others.filter((seat) => !at.players[seat].ready && !at.players[seat].resigned);
  return late.length ? words.bar.waits(late.map((seat) => names.player(seat))) : null;
}

/** @param {Desk} desk */
const spoken = (desk) =>
  html`<button
    class="quiet eu-help"
    aria-label=${words.bar.words}
    aria-haspopup="dialog"
    @click=${() => desk.emit('show-summary', 'board')}
  >
    <span class="word">${words.bar.inWords}</span> <span aria-hidden="true">¶</span>
  </button>`;

/** @param {Desk} desk */
function help(desk) {
  return html`<button
    class="quiet eu-help"
    aria-label=${words.bar.keys}
    aria-haspopup="dialog"
    @click=${() => desk.emit('show-keys')}
  >
    <span class="word">${words.bar.keys}</span> <kbd>?</kbd>
  </button>`;
}

/** @param {Desk} desk */
function timer(desk) {
  const { at, options } = desk;
  const paused = desk.play.view?.paused;
  if (paused)
    return html`<p class="eu-timer paused">${words.bar.paused}</p>
      ${desk.me && !desk.past ? resuming(desk) : nothing}`;
  if (at.phase_ends_ms == null) return nothing;
  return html`<p class="eu-timer">
    <span class="faint">${words.bar.ends}</span>
    <entente-clock
      .session=${desk.play.session}
      .until=${at.phase_ends_ms}
      .whole=${options[LENGTHS[at.phase]] ?? 0}
      .label=${words.bar.ends}
    ></entente-clock>
  </p>`;
}

/** @param {Desk} desk */
const resuming = (desk) =>
  html`<button class="primary" @click=${() => desk.play.session.pause?.(false)}>
    ${common.match.resume}
  </button>`;

/** @param {Desk} desk */
function crisisTimer(desk) {
  const { at } = desk;
  if (at.phase !== 'play') return nothing;
  if (at.crises_ahead != null) return withoutClock(desk, at.crises_ahead);
  return html`<p class="eu-timer to-crisis">
    ${mark('crisis')}
    ${
      at.next_crisis_ms == null
        ? html`<span class="faint">${words.bar.noCrisis}</span>`
        : html`<span class="faint">${words.bar.crisis}</span>
            <entente-clock
              .session=${desk.play.session}
              .until=${at.next_crisis_ms}
              .soon=${CRISIS_SOON_MS}
              .label=${words.bar.crisis}
            ></entente-clock>`
    }
  </p>`;
}

/**
 * Renders what comes when all are ready, where no clock runs, or who is waited for.
 * @param {Desk} desk @param {number} crises that are to come
 */
const withoutClock = (desk, crises) =>
  html`<p class="eu-timer to-crisis unhurried">
    ${crises > 0 ? mark('crisis') : nothing}
    <span>${standing(desk) ?? (crises > 0 ? words.bar.readyToCrisis : words.bar.readyToEnd)}</span>
  </p>`;

/** Renders a reminder of debts, because the crises may be out of view. @param {Desk} desk */
function owing(desk) {
  if (desk.at.phase !== 'play' || !desk.me?.debts.length) return nothing;
  return html`<button class="eu-owe" title=${words.bar.oweHelp} @click=${() => desk.showCrises()}>
    ${mark('crisis')}
    <span>${words.crises.owe} <span class="what">${brief(desk.me.debts)}</span></span>
  </button>`;
}

/** Renders the alert of a new crisis, where it covers nothing. @param {Desk} desk */
function announcement(desk) {
  const { alert } = desk.messages;
  return html`<p class="eu-alert ${alert ? 'on' : ''}" role="alert">
    ${alert ? html`${mark('crisis')} ${words.crises.alert(desk.names.crisis(alert).name)}` : nothing}
  </p>`;
}

/** @param {Desk} desk */
function ready(desk) {
  const { at, me } = desk;
  const { past, options } = desk;
  if (at.phase !== 'play' || !me || past || !options.end_early_when_ready) return nothing;
  const count = at.players.filter((player) => player.ready).length;
  const command = { type: 'ready', ready: !me.ready };
  return html`<button
    class="eu-ready ${me.ready ? 'on' : ''}"
    aria-pressed=${me.ready ? 'true' : 'false'}
    title=${at.crises_ahead == null ? words.bar.readyHelp : words.bar.readyGoesOn}
    ?disabled=${!desk.acts.can(command)}
    @click=${() => desk.act(command)}
  >
    ${mark('check')} ${words.bar.ready} <kbd>R</kbd>
    <span class="count" title=${words.bar.readyOf(count, at.players.length)}
      >${count}/${at.players.length}</span
    >
  </button>`;
}
