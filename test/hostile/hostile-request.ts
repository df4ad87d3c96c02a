/** A request as the hostile tests send it, and how it has to end, by the documented order of checks. */
import type { WireRequest } from '../support/wire-pool.ts';
import type { Expectation, Outcome } from './check-answer.ts';

/** The order of checks. What is wrong with the wire comes before everything that is wrong with the request. */
export const ranks = {
  wire: 0,
  path: 1,
  key: 2,
  scope: 3,
  type: 4,
  content: 5,
  size: 6,
  language: 7,
  subject: 8,
  state: 9,
} as const;

export interface Fault {
  readonly rank: number;
  /** More than one where the server may see either fault first, or none. */
  readonly outcomes: readonly Outcome[];
}

/** A text whose language is to be found may turn out to be in one that has no route. */
export const undetected: Fault = { rank: ranks.language, outcomes: ['unsupported_language', 200] };

export function fault(step: keyof typeof ranks, ...outcomes: Outcome[]): Fault {
  return { rank: ranks[step], outcomes };
}

/** Names and values are bytes: one character of the string each. */
export type Header = readonly [name: string, value: string];

export interface HostileRequest {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
  /** How the body is sent; `cut` announces more than it sends and hangs up. */
  readonly framing: 'length' | 'chunked' | 'cut';
  /** How it ends when there is no fault. */
  readonly success: number;
  readonly faults: readonly Fault[];
  readonly readsBody: boolean;
  /** The texts that it asks to translate. */
  readonly texts?: readonly string[] | undefined;
  /** On a path of the client libraries of another service. */
  readonly isCompatible?: boolean;
  /** A good answer is a file rather than JSON. */
  readonly isFile?: boolean;
}

export function expectationOf(request: HostileRequest): Expectation {
  const { method, texts, isCompatible, isFile } = request;
  return { outcomes: outcomesOf(request), isHead: method === 'HEAD', texts, isCompatible, isFile };
}

function outcomesOf({ faults, framing, success, readsBody }: HostileRequest): readonly Outcome[] {
  if (framing === 'cut') {
    // The end of the line and the answer to another fault, or of a path that wants no body, cross each other.
    const others = faults.flatMap(({ outcomes }) => outcomes);
    return ['invalid_request', ...others, ...(readsBody ? [] : [success])];
  }
  const first = Math.min(...faults.map(({ rank }) => rank));
  const outcomes = faults.filter(({ rank }) => rank === first).flatMap((each) => each.outcomes);
  return outcomes.length === 0 ? [success] : outcomes;
}

export function toWire(request: HostileRequest): WireRequest {
  const { method, target, version, headers, framing } = request;
  const lines = [`${method} ${target} ${version}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  const { header, bytes } = framed(request);
  const head = Buffer.from(`${[...lines, ...header].join('\r\n')}\r\n\r\n`, 'latin1');
  return { method, bytes: Buffer.concat([head, bytes]), thenEnds: framing === 'cut' };
}

function framed({ body, framing }: HostileRequest): { header: string[]; bytes: Buffer } {
  if (framing === 'chunked') return { header: ['Transfer-Encoding: chunked'], bytes: chunked(body) };
  if (framing === 'cut') return { header: [`Content-Length: ${body.length + 7}`], bytes: body };
  return body.length === 0
    ? { header: [], bytes: body }
    : { header: [`Content-Length: ${body.length}`], bytes: body };
}

function chunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  const size = Math.max(1, Math.ceil(body.length / 3));
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size);
    parts.push(Buffer.from(`${chunk.length.toString(16)};x=y\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\nX-Trailer: ignored\r\n\r\n')]);
}

/** For reports: enough to send it again. */
export function describeRequest(request: HostileRequest): string {
  const bytes = toWire(request).bytes.toString('latin1');
  const shown = bytes.length > 1_000 ? `${bytes.slice(0, 1_000)}… (${bytes.length} bytes)` : bytes;
  return JSON.stringify(shown.replaceAll(/svc_(live|test)_\w{40}/g, 'svc_$1_…'));
}
