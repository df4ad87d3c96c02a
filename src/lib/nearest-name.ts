/** Names are compared only up to this length, so that a comparison has a fixed cost. */
export const maxComparedLength = 40;

/**
 * The known name that a misspelled one most probably stands for, or undefined. Upper and lower case, `-` and
 * `_` make no difference. At most a third of the letters may differ.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxComparedLength) return undefined;
  const written = bare(name);
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const spelled = bare(candidate);
    const most = Math.floor(Math.max(written.length, spelled.length) / 3);
    if (Math.abs(written.length - spelled.length) > most) continue;
    const distance = editDistance(written, spelled);
    if (distance <= most && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { name: candidate, distance };
  }
  return best?.name;
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

/** How many letters to insert, remove or replace. Takes as many steps as the product of both lengths. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
