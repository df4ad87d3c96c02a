/** Filter of the request log, as stored in the page's URL. */
import type { Answer } from '../../api/queries.ts';
import { writeText } from '../../lib/write-text.ts';

type Request = Answer<'listRequests'>['requests'][number];

const fields = ['time', 'status', 'code', 'key', 'client', 'source', 'target', 'engine', 'request'] as const;

export type RequestFilter = Readonly<Record<(typeof fields)[number], string>>;

export const times: Readonly<Record<string, number>> = { '15m': 15, '1h': 60, '24h': 1_440 };
export const statuses = ['failed', '2xx', '4xx', '5xx'] as const;
export const clients = ['v1', 'deepl', 'libretranslate', 'deeplx', 'apy', 'mcp', 'browser'] as const;

const patterns: Partial<Readonly<Record<keyof RequestFilter, RegExp>>> = {
  time: /^(15m|1h|24h)$/,
  status: /^(failed|[245]xx|[1-5]\d\d)$/,
  code: /^[a-z_]{1,40}$/,
  key: /^[\da-f-]{36}$/,
  client: /^(v1|deepl|libretranslate|deeplx|apy|mcp|browser)$/,
  source: /^[a-z\d-]{2,35}$/i,
  target: /^[a-z\d-]{2,35}$/i,
  engine: /^[a-z\d+-]{1,100}$/,
};

/** A value that the server would refuse counts as none, except a request id, which people paste. */
export function readFilter(search: URLSearchParams): RequestFilter {
  const read = (name: keyof RequestFilter) => {
    const value = search.get(name)?.trim() ?? '';
    return patterns[name]?.test(value) === false ? '' : value;
  };
  return Object.fromEntries(fields.map((name) => [name, read(name)])) as RequestFilter;
}

export function writeFilter(search: URLSearchParams, filter: RequestFilter): void {
  for (const name of fields) writeText(search, name, filter[name]);
}

export function isNarrowed(filter: RequestFilter): boolean {
  return fields.some((name) => filter[name] !== '');
}

export type RequestQuestion = Partial<
  Record<'from' | 'status' | 'code' | 'key' | 'source' | 'target' | 'engine' | 'request_id', string>
> & { readonly dialect?: (typeof clients)[number] };

export function questionOf(filter: RequestFilter, nowMs: number): RequestQuestion {
  const { status, code, key, source, target, engine } = filter;
  const minutes = times[filter.time];
  const dialect = clients.find((name) => name === filter.client);
  const asked = { status, code, key, source, target, engine, request_id: filter.request };
  return {
    ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== '')),
    ...(minutes !== undefined && { from: new Date(nowMs - minutes * 60_000).toISOString() }),
    ...(dialect !== undefined && { dialect }),
  };
}

/** Whether the row is a call, and not a count of calls that were not logged. */
export function isCall({ kind }: Request): boolean {
  return kind !== 'not_logged';
}
