/** Names that people chose need not be unique. Where equal ones meet, the end of the id tells them apart. */

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Ids that were made on the same day differ at their end. */
export function endOfId(id: string): string {
  return `…${id.slice(-6)}`;
}

/** Which of these look like another one: also if they differ only in case, or in what nobody sees. */
export function withEqualNames(all: readonly Named[]): ReadonlySet<string> {
  const groups = Map.groupBy(all, ({ name }) => asSeen(name));
  const equal = [...groups.values()].filter((group) => group.length > 1);
  return new Set(equal.flat().map(({ id }) => id));
}

/** Format characters, such as a zero-width space, are invisible; browsers show a run of whitespace as one space. */
function asSeen(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
