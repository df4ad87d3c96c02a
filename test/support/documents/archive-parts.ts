/** Looks into an archive: what is in it, and what differs between two. */
import { expand, readZip } from '../../../src/documents/formats/shared/zip/zip-archive.ts';

export function partsOf(file: Uint8Array): Map<string, string> {
  const archive = readZip(file);
  return new Map(archive.entries.map((entry) => [entry.name, expand(archive, entry).toString('utf8')]));
}

/** The names of parts whose bytes, as they stand in the archive, are not the same in both. */
export function differingParts(one: Uint8Array, other: Uint8Array): string[] {
  const [before, after] = [readZip(one), readZip(other)];
  return before.entries
    .filter((entry, i) => {
      const now = after.entries[i];
      if (now === undefined || now.name !== entry.name) return true;
      return !before.bytes.subarray(entry.start, entry.end).equals(after.bytes.subarray(now.start, now.end));
    })
    .map(({ name }) => name);
}
