import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ResponseReader, type WireResponse } from '../support/http-wire.ts';

export interface Conversation {
  /** Every final answer, in order. */
  readonly answers: readonly WireResponse[];
  readonly isClosed: boolean;
  /** Bytes that are no whole answer. */
  readonly hasUnreadBytes: boolean;
}

/** Long enough for a second answer to arrive where none should. */
const quietMs = 300;
const betweenPacketsMs = 40;
const patienceMs = 120_000;

export interface Expected {
  readonly answers: number;
  /** Waited for where it is expected; else the server has no more to say when it was quiet for a while. */
  readonly isClosed: boolean;
}

/** Sends packets on a connection of their own, then listens until the server closes it or has no more to say. */
export async function converse(
  port: number,
  packets: readonly Buffer[],
  expected: Expected,
  isInTurn = false,
): Promise<Conversation> {
  const reader = new ResponseReader();
  const answers: WireResponse[] = [];
  let isClosed = false;
  let lastHeard = Date.now();
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('data', (chunk: Buffer) => {
    lastHeard = Date.now();
    answers.push(...reader.push(chunk).filter(({ status }) => status >= 200));
  });
  // The server may close while packets are still being sent.
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    isClosed = true;
  });
  const startedAt = Date.now();
  const isPatient = () => Date.now() - startedAt < patienceMs;
  for (const [i, packet] of packets.entries()) {
    if (i > 0) await delay(betweenPacketsMs);
    while (isInTurn && answers.length < i && !isClosed && isPatient()) await delay(10);
    if (!isClosed) socket.write(packet);
  }
  const isQuiet = () => answers.length >= expected.answers && Date.now() - lastHeard > quietMs;
  const isDone = () => isClosed || (!expected.isClosed && isQuiet());
  while (!isDone() && isPatient()) await delay(10);
  const conversation = { answers, isClosed, hasUnreadBytes: reader.hasUnreadBytes };
  socket.destroy();
  return conversation;
}
