// The options of a game as the server describes them (JSON Schema), made ready for a form.

/**
 * @typedef {{key: string, title: string, description: string, default: any}
 *   & ({kind: 'choice', choices: {value: any, text: string}[]}
 *     | {kind: 'number', min: number, max: number, unit: number} | {kind: 'switch'})} Option
 */

/** @param {any} schema @returns {Option[]} */
export function optionsOf(schema) {
  return Object.entries(schema.properties ?? {}).flatMap(([key, given]) => {
    const option = read(key, resolve(schema, given));
    return option ? [option] : [];
  });
}

/** A definition with what stands beside the reference to it. @param {any} schema @param {any} given */
function resolve(schema, given) {
  const name = given.$ref?.split('/').at(-1);
  return name ? { ...schema.$defs[name], ...given } : given;
}

/** @param {string} key @param {any} found @returns {Option | null} */
function read(key, found) {
  const words = key.replaceAll('_', ' ');
  const base = {
    key,
    title: found.title ?? words[0].toUpperCase() + words.slice(1),
    description: found.description ?? '',
    default: found.default,
  };
  const choices = choicesOf(found);
  if (choices) return { ...base, kind: 'choice', choices };
  const type = [found.type].flat().find((/** @type {string} */ one) => one !== 'null');
  if (type === 'boolean') return { ...base, kind: 'switch' };
  if (type === 'integer') {
    // Spans of time are said in seconds to people.
    const unit = key.endsWith('_ms') ? 1_000 : 1;
    return {
      ...base,
      kind: 'number',
      unit,
      min: found.minimum ?? 0,
      max: found.maximum ?? 1_000_000,
    };
  }
  return null;
}

/** @param {any} found */
function choicesOf(found) {
  const listed = found.oneOf ?? found.anyOf;
  if (found.enum) {
    return found.enum.map((/** @type {any} */ value) => ({ value, text: String(value) }));
  }
  if (!listed?.every((/** @type {any} */ one) => 'const' in one)) return null;
  return listed.map((/** @type {any} */ one) => ({
    value: one.const,
    text: one.title ?? one.description ?? String(one.const),
  }));
}
