/** One more than any list may have, so that its schema refuses a longer one. */
const maxEntries = 1_001;

/** The entries of a list that is written with commas, without empty ones. */
export function splitList(list: string): string[] {
  return list
    .split(',', maxEntries)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
