/** Where a real answer has another shape than the documented one: members, and kinds of values. Empty where it has not. */
export function differencesOfShape(documented: unknown, real: unknown, at = '$'): string[] {
  if (documented === null || real === null) return [];
  if (Array.isArray(documented)) {
    if (!Array.isArray(real)) return [`${at} is no list`];
    return documented.slice(0, 1).flatMap((each, i) => differencesOfShape(each, real[i], `${at}[${i}]`));
  }
  if (typeof documented !== typeof real) return [`${at} is ${typeof real}, not ${typeof documented}`];
  if (typeof documented !== 'object') return [];
  const [wanted, given] = [documented, real] as [Record<string, unknown>, Record<string, unknown>];
  const strange = Object.keys(given).filter((name) => !(name in wanted));
  const missing = Object.keys(wanted).filter((name) => !(name in given));
  return [
    ...strange.map((name) => `${at}.${name} is not documented`),
    ...missing.map((name) => `${at}.${name} is missing`),
    ...Object.keys(wanted)
      .filter((name) => name in given)
      .flatMap((name) => differencesOfShape(wanted[name], given[name], `${at}.${name}`)),
  ];
}
