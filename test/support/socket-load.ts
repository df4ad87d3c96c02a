/**
 * A load generator on raw sockets: it shares the two cores with what it measures, so it must cost little. Each
 * connection sends its next request when the last one is answered.
 */
import { connect, type Socket } from 'node:net';

export interface LoadResult {
  /** Calls that were answered 200. */
  readonly perSecond: number;
  /** Milliseconds of each of them. */
  readonly times: readonly number[];
  /** Milliseconds of each call that was shed (503), where that is allowed, or not answered 200 where any answer is. */
  readonly shedTimes: readonly number[];
  /** How the first of those were answered. */
  readonly refusals: readonly string[];
}

export interface SocketLoad {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  /** The whole next request, as bytes. */
  readonly next: () => Buffer;
  /** Between an answer and the next request of its connection. */
  readonly pauseMs?: number;
  /** Whether calls may be answered 503; any other answer than 200 fails the load. */
  readonly mayShed?: boolean;
  /** For load that is meant to go wrong. */
  readonly takesAnyAnswer?: boolean;
}

export async function runLoad(load: SocketLoad): Promise<LoadResult> {
  const times: number[] = [];
  const shedTimes: number[] = [];
  const refusals: string[] = [];
  const started = performance.now();
  const end = started + load.durationMs;
  const note = (answer: string, ms: number) => {
    const isServed = statusOf(answer) === '200';
    (isServed ? times : shedTimes).push(ms);
    if (!isServed && refusals.length < 3)
      refusals.push(answer.slice(answer.indexOf('\r\n\r\n') + 4).slice(0, 300));
  };
  await Promise.all(Array.from({ length: load.connections }, () => runConnection(load, end, note)));
  return { perSecond: (times.length / (performance.now() - started)) * 1_000, times, shedTimes, refusals };
}

function runConnection(
  { port, next, pauseMs = 0, mayShed, takesAnyAnswer }: SocketLoad,
  end: number,
  note: (answer: string, ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let asked = 0;
    let received = '';
    const ask = (socket: Socket) => {
      asked = performance.now();
      socket.write(next());
    };
    const socket = connect(port, '127.0.0.1', () => ask(socket));
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received += chunk;
      if (!isWhole(received)) return;
      const status = statusOf(received);
      if (status !== '200' && !takesAnyAnswer && !(mayShed && status === '503')) {
        reject(new Error(`unexpected answer: ${received.slice(0, 500)}`));
        socket.destroy();
        return;
      }
      const now = performance.now();
      note(received, now - asked);
      received = '';
      if (now + pauseMs >= end) socket.end();
      else if (pauseMs === 0) ask(socket);
      else setTimeout(ask, pauseMs, socket);
    });
    socket.on('error', reject).on('close', () => resolve());
  });
}

function statusOf(answer: string): string {
  return answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
}

function isWhole(received: string): boolean {
  const endOfHead = received.indexOf('\r\n\r\n');
  if (endOfHead < 0) return false;
  const length = /content-length: (\d+)/i.exec(received)?.[1];
  return received.length - endOfHead - 4 >= Number(length);
}

/** Translate calls to the stub engine with the keys in turn, made before anything is measured. */
export function inTurn(keys: readonly string[]): () => Buffer {
  const requests = keys.map((key) =>
    translateRequest(key, 'The house is big and the garden is green.', 'EO'),
  );
  let turn = 0;
  return () => requests[turn++ % requests.length] ?? Buffer.alloc(0);
}

export function translateRequest(key: string, text: string, target: string): Buffer {
  return requestWith(key, JSON.stringify({ text: [text], source_lang: 'EN', target_lang: target }));
}

/** A translate call with this body. */
export function requestWith(key: string, body: string): Buffer {
  return Buffer.from(
    [
      'POST /v1/translate HTTP/1.1',
      'host: 127.0.0.1',
      'content-type: application/json',
      `authorization: Bearer ${key}`,
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
