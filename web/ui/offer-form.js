// The form for the answers that an offer leaves open: one of several, some of several, a number, counts.

import { fill, holes } from '../core/offers.js';
import { text } from '../text/index.js';
import { html, live, nothing } from '../vendor/lit/lit.js';

/** @import { Play } from '../core/play.js' */
/** @import { Placeholder } from '../core/offers.js' */
/** @import { GameModule } from '../games/registry.js' */

/**
 * Renders the offer that is being filled in, with its answers, or nothing.
 * @param {Play} play @param {GameModule} game
 */
export function offerForm(play, game) {
  const { draft } = play;
  if (!draft) return nothing;
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    if (!objection) play.submit();
  };
  const open = holes(draft.offer);
  const name = (/** @type {string} */ id) => game.name?.(id, play) ?? id.replaceAll('_', ' ');
  const objection = game.objection?.(fill(draft.offer, draft.values));
  return html`<form class="offer-form" @submit=${submit}>
    <p class="offer-title">${draft.offer.text}</p>
    ${open.map(({ placeholder, path }, at) => {
      const what = asked(draft.offer.command, path, name);
      const set = (/** @type {any} */ value) => play.answer(at, value);
      return field(placeholder, draft.values[at], set, what, name);
    })}
    ${objection ? html`<p class="bad" role="status">${objection}</p>` : nothing}
    ${draft.confirm ? html`<p class="faint">${text.match.cannotUndo}</p>` : nothing}
    <div class="row">
      <button class="primary" ?disabled=${!play.complete || !!objection}>
        ${text.match.confirm}
      </button>
      <button type="button" @click=${() => play.cancel()}>${text.match.cancel}</button>
    </div>
  </form>`;
}

/**
 * Returns what a field asks for, in words: the last two steps of its path. What stands in a list is known by the
 * thing that it is about, with a number where several have its name; or by its place.
 * @param {any} command @param {string[]} path @param {(id: string) => string} name
 */
function asked(command, path, name) {
  let at = command;
  const steps = path.map((key) => {
    const list = at;
    at = at[key];
    if (!Array.isArray(list)) return text.form.fields[key] ?? name(key);
    if (at.id === undefined) return String(Number(key) + 1);
    const named = name(at.id);
    const alike = list.filter(({ id }) => name(id) === named);
    return alike.length > 1 ? text.form.nth(named, alike.indexOf(at) + 1) : named;
  });
  const [whole, part] = steps.slice(-2);
  return part === undefined ? whole : text.form.part(whole, part);
}

/**
 * @param {Placeholder} open @param {any} value @param {(value: any) => void} set @param {string} what
 * @param {(id: string) => string} name
 * @returns {unknown}
 */
function field(open, value, set, what, name) {
  switch (open.kind) {
    case 'one':
      return html`<fieldset>
        <legend>${text.form.chooseOne(what)}</legend>
        ${open.from.map(
          (item) =>
            html`<label class="check"
              ><input
                type="radio"
                name=${what}
                .checked=${live(value === item.value)}
                @change=${() => set(item.value)}
              />
              ${item.text}</label
            >`,
        )}
      </fieldset>`;
    case 'pick':
      return pick(open, value ?? [], set, what);
    case 'int':
      return stepper(
        text.form.number(what, open.min, open.max),
        value,
        open.min,
        open.max,
        set,
        what,
      );
    case 'bag':
      return bag(open, value ?? {}, set, what, name);
    default:
      return nothing;
  }
}

/**
 * @param {Extract<Placeholder, {kind: 'pick'}>} open @param {any[]} value
 * @param {(value: any) => void} set @param {string} what
 */
function pick(open, value, set, what) {
  /** @param {any} one @param {boolean} on */
  const toggle = (one, on) => {
    const others = value.filter((other) => other !== one);
    // One too many: the oldest is dropped, so that changing one's mind takes one click.
    set(on ? [...others, one].slice(-open.max) : others);
  };
  return html`<fieldset>
    <legend>${text.form.choose(what, open.min, open.max)}</legend>
    ${open.from.map(
      (item) =>
        html`<label class="check"
          ><input
            type="checkbox"
            .checked=${live(value.includes(item.value))}
            @change=${(/** @type {any} */ event) => toggle(item.value, event.target.checked)}
          />
          ${item.text}</label
        >`,
    )}
  </fieldset>`;
}

/**
 * @param {Extract<Placeholder, {kind: 'bag'}>} open @param {Record<string, number>} value
 * @param {(value: any) => void} set @param {string} what @param {(id: string) => string} name
 */
function bag(open, value, set, what, name) {
  const total = Object.values(value).reduce((sum, count) => sum + count, 0);
  /** @param {string} key @param {number} count */
  const change = (key, count) => {
    const { [key]: _, ...others } = value;
    set(count > 0 ? { ...others, [key]: count } : others);
  };
  const { min_total: fewest, max_total: limit } = open;
  // Where all that there is may be taken, its sum says nothing.
  const free = limit >= Object.values(open.max).reduce((sum, count) => sum + count, 0);
  return html`<fieldset>
    <legend>
      ${free ? text.form.atLeast(what, fewest, total) : text.form.total(what, fewest, limit, total)}
    </legend>
    ${Object.entries(open.max).map(([key, most]) =>
      stepper(name(key), value[key] ?? 0, 0, most, (count) => change(key, count)),
    )}
  </fieldset>`;
}

/**
 * Renders a number with a button on each side; arrow keys and typing work too.
 * @param {string} label @param {number} value @param {number} min @param {number} max
 * @param {(value: number) => void} set @param {string} [what] what there is more and less of, without its limits
 */
export function stepper(label, value, min, max, set, what = label) {
  /** @param {number} next */
  const to = (next) => set(Math.min(max, Math.max(min, next)));
  return html`<div class="stepper">
    <span>${label}</span>
    <button
      type="button"
      aria-label=${text.form.less(what)}
      ?disabled=${value <= min}
      @click=${() => to(value - 1)}
    >
      −
    </button>
    <input
      type="number"
      aria-label=${label}
      min=${min}
      max=${max}
      .value=${live(String(value))}
      @change=${(/** @type {any} */ event) => to(Math.round(Number(event.target.value)))}
    />
    <button
      type="button"
      aria-label=${text.form.more(what)}
      ?disabled=${value >= max}
      @click=${() => to(value + 1)}
    >
      +
    </button>
  </div>`;
}
