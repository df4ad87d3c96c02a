import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startCallLifetime } from '../../../gateway/call-lifetime.ts';
import { PartStream } from './part-stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const part = { index: 0, isFirst: true, text: 'x'.repeat(4_000), source: 'en', engine: 'e', characters: 7 };

function openStream() {
  const lifetime = startCallLifetime(30_000);
  const stream = new PartStream(lifetime);
  return { lifetime, stream, reader: stream.reader(async () => undefined) };
}

/** Sends until the reader has no room. Returns how many parts were sent. */
async function fill({ reader }: ReturnType<typeof openStream>): Promise<number> {
  for (let sent = 0; ; sent++) {
    const isReady = await Promise.race([
      reader.whenReady().then(() => true),
      new Promise<false>((resolve) => setImmediate(() => resolve(false))),
    ]);
    if (!isReady || sent > 1_000) return sent;
    reader.send(part);
  }
}

test('a reader that does not read gets no more than a few parts, and the next when it reads', async () => {
  vi.useRealTimers();
  const opened = openStream();
  const sent = await fill(opened);
  expect(sent).toBeGreaterThan(1);
  expect(sent * part.text.length).toBeLessThan(64 * 1024);
  const waiting = opened.reader.whenReady();
  opened.stream.body.resume();
  await waiting;
  expect(opened.reader.send(part)).toBe(true);
  expect(opened.stream.characters).toBe((sent + 1) * part.characters);
  opened.lifetime.end();
});

test('at the deadline, a reader that does not read is cut off, and no longer waited for', async () => {
  const opened = openStream();
  while (!opened.stream.body.writableNeedDrain) opened.reader.send(part);
  const waiting = opened.reader.whenReady();
  vi.advanceTimersByTime(30_000);
  await waiting;
  expect(opened.reader.send(part)).toBe(false);
  opened.stream.end({ type: 'error' });
  expect(opened.stream.body.destroyed).toBe(true);
});

test('a reader that reads gets the last event, also at the deadline', async () => {
  const { stream, lifetime, reader } = openStream();
  reader.send(part);
  expect(await stream.begun).toBe('begun');
  vi.advanceTimersByTime(30_000);
  expect(lifetime.ending).toBe('deadline');
  stream.end({ type: 'error' });
  const lines = (await stream.body.toArray()).join('').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).type)).toEqual(['part', 'error']);
});

test('nothing is sent to a client that is gone', async () => {
  const { stream, lifetime, reader } = openStream();
  lifetime.disconnect();
  expect(reader.send(part)).toBe(false);
  stream.destroy();
  stream.end({ type: 'done' });
  expect(stream.characters).toBe(0);
});
