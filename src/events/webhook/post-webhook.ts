/**
 * Sends one webhook. The name is resolved here, every address is checked, and the connection goes to an address that was checked:
 * a name that changes between two look-ups leads nowhere else. Redirects are not followed, no proxy is used, and of the answer
 * nothing is read but its status, so a receiver cannot make the server wait or remember more than that.
 */
import { Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { describeTlsFailure } from '../../lib/tls-failures.ts';
import type { AddressRule } from './reachable-addresses.ts';
import { addressIn } from './webhook-url.ts';

export type FailureReason =
  | 'no_address'
  | 'refused'
  | 'unreachable'
  | 'tls'
  | 'timeout'
  | 'connection_lost'
  | 'redirect'
  | 'status';

export type WebhookAnswer =
  | { readonly ok: true; readonly status: number }
  | {
      readonly ok: false;
      readonly reason: FailureReason;
      readonly status?: number;
      /** What the receiver asked for. */
      readonly retryAfterMs?: number;
    };

export interface WebhookRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** From looking up the name to the status of the answer. */
  readonly timeoutMs: number;
}

export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface Network {
  readonly mayReach: AddressRule;
  readonly resolve: Resolve;
}

/** The operating system's resolver would occupy a thread of the process for each slow name. */
export const resolveByDns: Resolve = async (name, signal) => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};

/** A name with many addresses must not become many attempts. */
const maxAddressesTried = 3;
const maxHeaderBytes = 16_384;
/** Before its answer, a receiver may send responses such as 103. Reading them without an end would occupy the process. */
const maxInterimResponses = 10;

export async function postWebhook(
  request: WebhookRequest,
  { mayReach, resolve }: Network,
): Promise<WebhookAnswer> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  const literal = addressIn(request.url);
  const addresses = literal === undefined ? await lookUp(request.url.hostname, resolve, signal) : [literal];
  if (signal.aborted) return { ok: false, reason: 'timeout' };
  // One that is closed among them closes all: which one a connection takes is nobody's choice.
  if (addresses.length === 0 || !addresses.every(mayReach)) return { ok: false, reason: 'no_address' };
  let answer: WebhookAnswer = { ok: false, reason: 'unreachable' };
  for (const address of addresses.slice(0, maxAddressesTried)) {
    answer = await postTo(address, request, signal);
    // Nothing was sent, so the next address gets the first copy.
    const isUnsent = !answer.ok && (answer.reason === 'refused' || answer.reason === 'unreachable');
    if (!isUnsent) return answer;
  }
  return answer;
}

async function lookUp(name: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  const late = Promise.withResolvers<readonly string[]>();
  signal.addEventListener('abort', () => late.resolve([]), { once: true });
  return Promise.race([resolve(name, signal).catch(() => []), late.promise]);
}

function postTo(
  address: string,
  { url, headers, body }: WebhookRequest,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const isTls = url.protocol === 'https:';
  const { promise, resolve } = Promise.withResolvers<WebhookAnswer>();
  const options = {
    method: 'POST',
    host: address,
    port: url.port || (isTls ? 443 : 80),
    path: url.pathname + url.search,
    headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body), connection: 'close' },
    maxHeaderSize: maxHeaderBytes,
    signal,
  };
  const outgoing = isTls
    ? https.request({
        ...options,
        // An agent of its own: the global one may have a proxy from the environment.
        agent: new https.Agent({ keepAlive: false, maxCachedSessions: 0 }),
        // The certificate must be for the name. An address is checked as an address.
        ...(addressIn(url) === undefined && { servername: url.hostname }),
      })
    : http.request({ ...options, agent: new http.Agent({ keepAlive: false }) });
  outgoing.once('response', (incoming) => {
    const { statusCode: status = 0 } = incoming;
    const retryAfterMs = readRetryAfter(incoming.headers['retry-after']);
    outgoing.destroy();
    if (status >= 200 && status < 300) resolve({ ok: true, status });
    else if (status >= 300 && status < 400) resolve({ ok: false, reason: 'redirect', status });
    else
      resolve({ ok: false, reason: 'status', status, ...(retryAfterMs !== undefined && { retryAfterMs }) });
  });
  let interimResponses = 0;
  outgoing.on('information', () => {
    interimResponses++;
    if (interimResponses > maxInterimResponses) outgoing.destroy(new Error('only interim responses'));
  });
  // Without a listener, a 101 would end the connection without an event, and the attempt would never end.
  outgoing.once('upgrade', ({ statusCode: status = 0 }, socket) => {
    // Node has taken its listeners off, and a TLS error that came together with the 101 follows.
    socket.on('error', () => undefined).destroy();
    resolve({ ok: false, reason: 'status', status });
  });
  outgoing.on('error', (error) => resolve({ ok: false, reason: reasonOf(error, signal) }));
  outgoing.once('close', () => resolve({ ok: false, reason: 'connection_lost' }));
  outgoing.end(body);
  return promise;
}

function reasonOf(error: Error, signal: AbortSignal): FailureReason {
  if (signal.aborted) return 'timeout';
  const { code = '' } = error as { code?: string };
  if (code === 'ECONNREFUSED') return 'refused';
  if (/^E(HOST|NET)UNREACH$|^EADDRNOTAVAIL$|^EAFNOSUPPORT$|^ETIMEDOUT$/.test(code)) return 'unreachable';
  if (describeTlsFailure(error) !== undefined || /^ERR_(SSL|TLS)|CERT/.test(code)) return 'tls';
  return 'connection_lost';
}

/** Whole seconds only: a date would need the receiver's clock. */
function readRetryAfter(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : undefined;
}
