/** Reads and saves the entries of a dictionary, all in one request and as TSV, the most compact format. */
import { answered, at, client, Refusal } from '../../api/client.ts';
import type { Saved } from './draft/draft.ts';
import type { Pair } from './glossary-address.ts';

export interface DictionaryPlace extends Pair {
  readonly team: string;
  readonly id: string;
}

export const mediaTypes = { tsv: 'text/tab-separated-values', csv: 'text/csv' } as const;
export type FileFormat = keyof typeof mediaTypes;

const path = '/api/teams/{team}/glossaries/{id}/dictionaries/{source}/{target}' as const;

function pathOf({ team, id, source, target }: DictionaryPlace) {
  return { team, id, source, target };
}

/** Reads the current version unless one is given. */
export async function readDictionary(place: DictionaryPlace, version?: number): Promise<Saved> {
  const asked = client.GET(path, {
    params: {
      path: pathOf(place),
      query: version === undefined ? {} : { version: String(version) },
    },
    headers: { accept: mediaTypes.tsv },
    parseAs: 'blob',
  });
  const tsv = await answered(asked);
  const { response } = await asked;
  const tag = /\d+/.exec(response.headers.get('etag') ?? '')?.[0];
  return { version: Number(tag), tsv };
}

/** A dictionary that does not exist yet is returned as empty. */
export async function readDictionaryIfAny(place: DictionaryPlace): Promise<Saved> {
  try {
    return await readDictionary(place);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found')
      return { version: undefined, tsv: new Blob() };
    throw error;
  }
}

/** Fails with `precondition_failed` when another user has saved since. */
export function saveDictionary(place: DictionaryPlace, { version, tsv }: Saved) {
  return answered(
    client.PUT(path, {
      params: {
        path: pathOf(place),
        header: version === undefined ? { 'If-None-Match': '*' } : { 'If-Match': `"${version}"` },
      },
      headers: { 'content-type': mediaTypes.tsv },
      // The generated types allow only a string; the Blob is sent without a copy in the page's memory.
      body: tsv as unknown as string,
      bodySerializer: (body) => body as unknown as Blob,
    }),
  );
}

export function exportDictionary(place: DictionaryPlace, format: FileFormat): Promise<Blob> {
  return answered(
    client.GET(path, {
      ...at(pathOf(place)),
      headers: { accept: mediaTypes[format] },
      parseAs: 'blob',
    }),
  );
}

export async function listVersions(place: DictionaryPlace) {
  const { versions } = await answered(client.GET(`${path}/versions`, at(pathOf(place))));
  return versions;
}

export function readDiff(place: DictionaryPlace, from: number, to: number) {
  const query = { from: String(from), to: String(to) };
  return answered(client.GET(`${path}/diff`, at(pathOf(place), { query })));
}
