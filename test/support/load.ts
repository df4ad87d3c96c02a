/** Load for the chaos tests: translate calls at a fixed rate, whatever the answers are (an open loop). */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface SentCall {
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly startedAtMs: number;
  readonly ms: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** A call that needs no engine: source and target are the same language. It is counted and charged like any other. */
export function sendCall(url: string, key: string, text: string): Promise<SentCall> {
  const body = JSON.stringify({ text: [text], source_lang: 'es', target_lang: 'es' });
  const startedAtMs = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${url}/v1/translate`,
      {
        agent,
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        response.resume().on('end', () => {
          const { 'retry-after': after } = response.headers;
          const retryAfter = after === undefined ? undefined : Number(after);
          const ms = performance.now() - startedAtMs;
          resolve({ status: response.statusCode ?? 0, retryAfter, startedAtMs, ms });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Starts `perSecond` calls a second until told to stop; resolves with all answers. */
export async function sendAtRate(
  perSecond: number,
  signal: AbortSignal,
  send: (n: number) => Promise<SentCall>,
): Promise<SentCall[]> {
  const calls: Promise<SentCall>[] = [];
  const startedAt = performance.now();
  while (!signal.aborted) {
    const due = Math.floor(((performance.now() - startedAt) * perSecond) / 1_000);
    while (calls.length <= due) calls.push(send(calls.length));
    await sleep(5);
  }
  return Promise.all(calls);
}

export function closeConnections(): void {
  agent.destroy();
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}
