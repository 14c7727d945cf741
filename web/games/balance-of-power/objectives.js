// The face-up objectives with the progress of each side, and the collected ones. Pointing at one
// highlights the territories that it asks for.

import { holes } from '../../core/offers.js';
import { html, nothing } from '../../vendor/lit/lit.js';
import { mark } from './facts.js';
import { commandOf } from './plan.js';
import { CAPITAL, CITY, SITES, sign } from './symbols.js';
import { words } from './words.js';

/** @import { Seen } from './sides.js' */
/** @import * as Wire from '../../types/protocol.js' */

/** @param {any} condition what an objective asks for */
function glyph({ hold, region, site } = /** @type {any} */ ({})) {
  if (hold === 'region') {
    return html`<svg class="bp-icon" viewBox="0 0 26 26" aria-hidden="true">
      <rect class="map-shape region-${region}" x="3" y="3" width="20" height="20" rx="3"></rect>
    </svg>`;
  }
  if (hold === 'site') return sign(SITES[site], 'inked');
  if (hold === 'cities') return sign(CITY, 'inked');
  if (hold === 'rough') return sign('M-11 8L-4-6L1 3L4-2L11 8Z', 'inked');
  if (hold === 'sea_lines')
    return sign('M-11 3Q-7-3-3 3T5 3T13 3M-11-4Q-7-10-3-4T5-4T13-4', 'inked');
  if (hold === 'regions') return sign('M-10-8H0V2H-10ZM0-2H10V8H0Z', 'inked');
  return sign('M-9-9L9 9M9-9L-9 9', 'inked');
}

/**
 * Counts how much of what an objective asks for a side holds; whether that fulfils it the server decides.
 * @param {Seen} seen @param {string} id @param {string} owner
 */
function progress({ table, facts }, id, owner) {
  const condition = facts.objectives.get(id)?.condition;
  const held = (/** @type {string[]} */ territories) =>
    territories.filter((at) => table.territories[at].owner === owner).length;
  if (condition?.hold === 'no_neutral') return null;
  if (condition?.hold === 'regions') {
    const whole = [...facts.regions.keys()]
      .map((one) => facts.inRegion(one))
      .filter((territories) => held(territories) === territories.length);
    return { held: whole.length, of: condition.count };
  }
  const territories = facts.territoriesOf(id, table);
  const count = condition && 'count' in condition ? condition.count : territories.length;
  return { held: held(territories), of: count };
}

/** @param {Seen} seen @param {string} id */
function row(seen, id) {
  const { play, table, facts } = seen;
  const { objectives: said, army } = words;
  const { name = id, text = '', source, condition } = facts.objectives.get(id) ?? {};
  const offer = play.offers.find((one) => commandOf(one).type === 'collect' && may(one, id));
  const by = table.sides.filter(({ fulfilled }) => fulfilled.includes(/** @type {any} */ (id)));
  const status = by.map(({ colour }) => said.fulfilled(army[colour])).join(', ');
  const lit = play.focus.has(id) ? 'focus' : '';
  const point = () => play.point([id, ...facts.territoriesOf(id, table)]);
  const inner = html`${glyph(condition)}
    <b>${name}${mark(source)}</b>
    <span class="bp-progress"
      >${['red', 'blue'].map((owner) => held(seen, id, owner, by))}
      ${condition?.hold === 'no_neutral' ? html`<span class="bp-held neutral">${said.neutralLeft(table.neutral.troops)}</span>` : nothing}</span
    >
    <small title=${text}>${text}</small>${lacking(seen, id)}<span class="unseen">${status}</span>`;
  return html`<li
    class="bp-objective ${lit} ${by.length > 0 ? 'fulfilled' : ''}"
    data-objective=${id}
    @mouseenter=${point}
    @mouseleave=${() => play.point()}
  >
    ${
      offer
        ? html`<button
            class="bp-collect"
            .choice=${{ offer, values: [id] }}
            @click=${() => play.choose(offer, [id])}
            @focus=${point}
            @blur=${() => play.point()}
          >
            <span class="unseen">${said.collect(name)}: </span>${inner}
          </button>`
        : html`<div>${inner}</div>`
    }
  </li>`;
}

/** @param {Wire.Offer} offer @param {string} id */
function may(offer, id) {
  const open = holes(offer)[0]?.placeholder;
  return open && 'from' in open
    ? open.from.some(({ value }) => value === id)
    : commandOf(offer).objective === id;
}

/** @param {Seen} seen @param {string} id @param {string} owner @param {Wire.BalanceOfPowerSideView[]} by */
function held(seen, id, owner, by) {
  const counted = progress(seen, id, owner);
  if (!counted) return nothing;
  const { objectives: said, owners } = words;
  const done = by.some(({ colour }) => colour === owner);
  const count = `${Math.min(counted.held, counted.of)}/${counted.of}`;
  // The sign takes the place of the count: the list must not move for it.
  return html`<span
    class="bp-held ${owner} ${done ? 'whole' : ''}"
    title=${said.held(owners[owner], counted.held, counted.of)}
  >
    ${done ? html`<span aria-hidden="true">✓</span><span class="unseen">${count}</span>` : count}</span
  >`;
}

/** Renders which territories the viewer lacks, where an objective asks for certain ones: a finger points at nothing. @param {Seen} seen @param {string} id */
function lacking(seen, id) {
  const { own, table, facts } = seen;
  const counted = own && progress(seen, id, own);
  const all = facts.territoriesOf(id, table);
  if (!counted || counted.of !== all.length || counted.held === counted.of) return nothing;
  const names = all.filter((at) => table.territories[at].owner !== own).map((at) => facts.name(at));
  return html`<small class="bp-lacking">${words.objectives.lacking(names)}</small>`;
}

/** @param {Seen} seen */
export function objectives(seen) {
  const { table, facts } = seen;
  return html`<p class="help">${words.race.aim}</p>
    <ul class="bp-objectives">
      ${table.objectives.map((id) => row(seen, id))}
      ${table.sides.flatMap(({ colour, collected }) =>
        collected.map((id) => {
          const { name = id } = facts.objectives.get(id) ?? {};
          return html`<li class="bp-objective taken" data-objective=${id}>
            <div>
              ${sign(CAPITAL, `taken ${colour}`)}
              <b>${name}</b><span></span
              ><small>${words.objectives.collectedBy(words.army[colour])}</small>
            </div>
          </li>`;
        }),
      )}
    </ul>`;
}
