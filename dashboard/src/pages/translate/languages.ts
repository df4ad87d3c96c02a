/** Which languages are chosen after a choice or a swap, so that the pair is always one that is offered. */

export interface Target {
  readonly code: string;
  readonly sources: readonly { readonly code: string; readonly name: string }[];
}

export interface Pair {
  /** Empty: detected. */
  readonly source: string;
  readonly target: string;
}

const baseOf = (code: string) => code.split('-', 1)[0] ?? code;
const offers = ({ sources }: Target, source: string) => sources.some(({ code }) => code === source);

/** Every language that something can be translated from. */
export function allSources(targets: readonly Target[]) {
  const byCode = new Map(targets.flatMap(({ sources }) => sources).map((each) => [each.code, each]));
  return [...byCode.values()];
}

/** A source that the target does not have changes the target, if possible to one that was used before. */
export function chooseSource(
  targets: readonly Target[],
  { source: before, target }: Pair,
  source: string,
  recent: readonly string[],
): Pair {
  const isOffered = (code: string) => targets.some((each) => each.code === code && offers(each, source));
  if (source === '' || isOffered(target)) return { source, target };
  const [other] = [before, ...recent, ...targets.map(({ code }) => code)].filter(isOffered);
  return other === undefined ? { source: before, target } : { source, target: other };
}

/** The other way round; undefined where that is not offered. `source` is the chosen or the detected language. */
export function swapLanguages(targets: readonly Target[], { source, target }: Pair): Pair | undefined {
  if (source === '') return undefined;
  const sourceThen = [target, baseOf(target)];
  // The language itself before its variants.
  const same = targets.filter(({ code }) => code === source);
  const variants = targets.filter(({ code }) => code !== source && baseOf(code) === source);
  for (const to of [...same, ...variants]) {
    const from = sourceThen.find((code) => offers(to, code));
    if (from !== undefined) return { source: from, target: to.code };
  }
  return undefined;
}
