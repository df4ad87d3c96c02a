type Value = string | number | undefined;

/**
 * Formats an array for Postgres: `{"a","b",NULL}`. `pg` can do this as well, but element by element and many
 * times slower; a batch of charges has thousands of elements. Neighbours are often equal: the kind, the mode and the
 * languages of the calls of a batch.
 */
export function arrayLiteral(values: readonly Value[]): string {
  const elements = new Array<string>(values.length);
  let last = values[0];
  let lastElement = element(last);
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value !== last) {
      last = value;
      lastElement = element(value);
    }
    elements[i] = lastElement;
  }
  return `{${elements.join(',')}}`;
}

function element(value: Value): string {
  if (value === undefined) return 'NULL';
  if (typeof value === 'number') return String(value);
  // Looking for two characters is much cheaper than replacing none.
  if (!value.includes('"') && !value.includes('\\')) return `"${value}"`;
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
