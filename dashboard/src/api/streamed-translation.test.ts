import { expect, test } from 'vitest';
import { readEvents } from './streamed-translation.ts';

function streamOf(chunks: readonly Uint8Array[], breaks = false): ReadableStream<Uint8Array> {
  const left = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const next = left.shift();
      if (next !== undefined) controller.enqueue(next);
      else if (breaks) controller.error(new Error('the connection broke'));
      else controller.close();
    },
  });
}

async function eventsOf(chunks: readonly Uint8Array[], breaks = false): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const event of readEvents(streamOf(chunks, breaks))) events.push(event);
  return events;
}

const events = [
  { type: 'part', index: 0, text: 'Straße\n☃ 🏠' },
  { type: 'part', index: 0, text: ' Ende.' },
  { type: 'done', characters: 9 },
];
const bytes = new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join(''));

test('events are read wherever the network cuts them, also inside a character', async () => {
  for (const size of [1, 2, 3, 7, 64, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.slice(i * size, (i + 1) * size),
    );
    expect(await eventsOf(chunks)).toEqual(events);
  }
});

test('a broken connection ends the events, and half an event is none', async () => {
  const lastStart = bytes.lastIndexOf(10, bytes.length - 2) + 1;
  expect(await eventsOf([bytes.slice(0, lastStart + 5)], true)).toEqual(events.slice(0, 2));
});
