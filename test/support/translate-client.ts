/** One translate call as a client sees it: an answer, or a connection that broke. */
import { Agent, request } from 'node:http';
import { request as requestWithTls } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';

export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly requestId: string;
  readonly code: string | undefined;
  readonly characters: number;
  readonly replayed: boolean;
  readonly retryAfterMs: number;
}

export interface Broken {
  readonly kind: 'broken';
  readonly error: string;
  /** The client itself hung up. */
  readonly aborted: boolean;
}

export interface TranslateCall {
  readonly key: string;
  readonly text: string;
  readonly idempotencyKey?: string | undefined;
  /** Hang up after this long. */
  readonly abortAfterMs?: number | undefined;
  readonly agent?: Agent;
}

const sharedAgent = new Agent({ keepAlive: true, maxSockets: 256 });

export function send(url: string, call: TranslateCall): Promise<Answered | Broken> {
  const body = JSON.stringify({ text: [call.text], source_lang: 'EN', target_lang: 'EO' });
  return new Promise((resolve) => {
    let aborted = false;
    const broken = (error: Error) => resolve({ kind: 'broken', error: error.message, aborted });
    const open = url.startsWith('https:') ? requestWithTls : request;
    const sent = open(`${url}/v1/translate`, {
      method: 'POST',
      agent: call.agent ?? sharedAgent,
      headers: {
        authorization: `Bearer ${call.key}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...(call.idempotencyKey !== undefined && { 'idempotency-key': call.idempotencyKey }),
      },
    });
    const abort = () => {
      aborted = true;
      sent.destroy(new Error('the client hung up'));
    };
    const timer = call.abortAfterMs === undefined ? undefined : setTimeout(abort, call.abortAfterMs);
    sent.on('error', broken).on('close', () => clearTimeout(timer));
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', broken).on('end', () => resolve(toAnswer(response, text)));
    });
    sent.end(body);
  });
}

interface Response {
  readonly statusCode?: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
}

function toAnswer({ statusCode = 0, headers }: Response, text: string): Answered {
  // A proxy in front that answers by itself does so in HTML.
  const isJson = String(headers['content-type']).includes('json');
  const body = (isJson ? JSON.parse(text) : {}) as { code?: string; characters?: number };
  return {
    kind: 'answered',
    status: statusCode,
    requestId: String(headers['x-request-id']),
    code: body.code,
    characters: body.characters ?? 0,
    replayed: headers['idempotent-replayed'] === 'true',
    retryAfterMs: Number(headers['retry-after'] ?? 0) * 1_000,
  };
}

/**
 * Whether a repeat says that the call was charged, and that engines have worked for it twice: all that is to be had
 * without a cache.
 */
export function saysCharged(outcome: Answered): boolean {
  return outcome.status === 409 && outcome.code === 'replay_unavailable';
}

/**
 * Repeats a call that was turned away by a limit of calls in flight or per second, or because others with its key are under
 * way: that decides nothing.
 */
export async function sendUntilDecided(url: string, call: TranslateCall): Promise<Answered> {
  for (;;) {
    const outcome = await send(url, call);
    if (outcome.kind === 'broken') throw new Error(`the connection broke: ${outcome.error}`);
    const isUnderWay = outcome.status === 409 && outcome.retryAfterMs > 0;
    if (outcome.status !== 429 && !isUnderWay) return outcome;
    await delay(outcome.retryAfterMs);
  }
}
