/** Matches opening and closing tags. */

export interface Tag {
  readonly name: string;
  readonly role: 'open' | 'close' | 'void';
}

/**
 * Returns for each tag the number of its pair, or undefined if it has no partner. An unclosed tag, such as
 * `<br>` in HTML, does not prevent the tags around it from pairing.
 */
export function pairTags(tags: readonly Tag[]): (number | undefined)[] {
  const pairs = new Array<number | undefined>(tags.length).fill(undefined);
  const open: number[] = [];
  const openByName = new Map<string, number>();
  const count = (name: string, by: number) => openByName.set(name, (openByName.get(name) ?? 0) + by);
  for (const [index, { name, role }] of tags.entries()) {
    if (role === 'open') {
      open.push(index);
      count(name, 1);
    } else if (role === 'close' && (openByName.get(name) ?? 0) > 0) {
      for (let partner = open.pop(); partner !== undefined; partner = open.pop()) {
        const found = tags[partner]?.name ?? '';
        count(found, -1);
        if (found !== name) continue;
        pairs[partner] = partner;
        pairs[index] = partner;
        break;
      }
    }
  }
  return pairs;
}

/** Maps the index of each tag that has a partner to the index of the partner. */
export function partnersOf(tokens: readonly { readonly type: string }[]): Map<number, number> {
  const indexes = [...tokens.keys()].filter((i) => tokens[i]?.type === 'tag');
  const pairs = pairTags(indexes.map((i) => tokens[i] as { readonly type: 'tag' } & Tag));
  const partners = new Map<number, number>();
  for (const [position, opening] of pairs.entries()) {
    if (opening === undefined || opening === position) continue;
    const [from = 0, to = 0] = [indexes[opening], indexes[position]];
    partners.set(from, to);
    partners.set(to, from);
  }
  return partners;
}
