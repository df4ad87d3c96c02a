/**
 * Formats an array for Postgres: `{"a","b",NULL}`. `pg` can do this as well, but element by element and ten
 * times slower; a batch of charges has thousands of elements.
 */
export function arrayLiteral(values: readonly (string | number | undefined)[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: string | number | undefined): string {
  if (value === undefined) return 'NULL';
  if (typeof value === 'number') return String(value);
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
