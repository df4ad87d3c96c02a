/**
 * Calls of this process's own public listener, made in process. They pass every check that a call over the network passes
 * after its HTTP was parsed: key, scope, limits, body, charge. Nothing here knows or keeps what they contain.
 */
import type { FastifyInstance } from 'fastify';
import { done, type Outcome, refused } from '../../../../lib/outcome.ts';
import { callInProcess, isClosing } from '../../../in-process-calls.ts';
import { type PublicOperations, readPublicOperations } from './public-operations.ts';

export interface PublicCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Of the person who calls: limits by address count for it. */
  readonly clientAddress: string;
}

export interface PublicAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isCut: boolean;
}

export interface PublicCalls {
  /** `signal` fires when nobody waits for the answer any more: the call then ends as if its client had hung up. */
  call(call: PublicCall, signal: AbortSignal): Promise<Outcome<PublicAnswer>>;
}

/** More than a page can usefully show. A dictionary may have 10 MiB. */
const maxShownBytes = 256 * 1024;

const shownHeaders = [
  'content-type',
  'x-request-id',
  'retry-after',
  'outcome-unknown',
  'etag',
  'location',
  'idempotent-replayed',
  'ratelimit',
  'ratelimit-policy',
  'x-trace-id',
];

/** `timeoutMs` is a safety net: every operation has shorter deadlines of its own. */
export function createPublicCalls(listener: FastifyInstance, api: object, timeoutMs: number): PublicCalls {
  const operations: PublicOperations = readPublicOperations(api);
  return {
    async call(call, signal) {
      const allowed = operations.check(call.method, call.path);
      if (!allowed.ok) return allowed;
      const timedOut = Promise.withResolvers<Outcome<PublicAnswer>>();
      const cut = new AbortController();
      const timer = setTimeout(() => {
        cut.abort();
        timedOut.resolve(tooSlow);
      }, timeoutMs).unref();
      const answered = answerTo(listener, call, AbortSignal.any([signal, cut.signal])).then(
        done,
        refuseClosing,
      );
      // Nobody waits for it after the time-out.
      answered.catch(() => undefined);
      return Promise.race([answered, timedOut.promise]).finally(() => clearTimeout(timer));
    },
  };
}

function refuseClosing(error: unknown): Outcome<PublicAnswer> {
  if (isClosing(error)) return stopping;
  throw error;
}

async function answerTo(
  listener: FastifyInstance,
  call: PublicCall,
  signal: AbortSignal,
): Promise<PublicAnswer> {
  const { method, path, headers, body, clientAddress } = call;
  const asked = {
    method,
    url: path,
    headers: { 'user-agent': 'Dragoman API reference', ...headers },
    remoteAddress: clientAddress,
    payloadAsStream: true,
    ...(body !== undefined && { payload: body }),
  };
  const response = await callInProcess(listener, asked, signal);
  const chunks: Buffer[] = [];
  let bytes = 0;
  // To its end, also if the rest is not shown: a response that nobody reads would hold its memory.
  for await (const chunk of response.stream() as AsyncIterable<Buffer>) {
    if (bytes < maxShownBytes) chunks.push(chunk.subarray(0, maxShownBytes - bytes));
    bytes += chunk.length;
  }
  const isCut = bytes > maxShownBytes;
  // As a stream, the decoder leaves out a character that is cut in half.
  const shown = new TextDecoder().decode(Buffer.concat(chunks), { stream: isCut });
  const found = shownHeaders.map((name) => [name, response.headers[name]] as const);
  return {
    status: response.statusCode,
    headers: Object.fromEntries(found.flatMap(([name, value]) => (value ? [[name, String(value)]] : []))),
    body: shown,
    isCut,
  };
}

const stopping = refused(
  'service_unavailable',
  'This node of the server is being stopped. Try again in a moment.',
  1,
);
const tooSlow = refused(
  'service_unavailable',
  'The call took too long. It may still be carried out: check the usage before you repeat it.',
);
