import { setImmediate as immediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { problem } from '../lib/errors.ts';
import type { StreamCharges } from '../metering/streamed-calls.ts';
import { createLogger } from '../observability/logger.ts';
import type { OpenParts, PreparedRequest, TeamWork, TranslatedPart } from '../translate/translator.ts';
import { startCallLifetime } from './call-lifetime.ts';
import { type PartReader, streamCall } from './stream-call.ts';

const part = (number: number): TranslatedPart => ({
  index: 0,
  isFirst: number === 1,
  text: `${number}`,
  source: 'en',
  engine: 'apertium',
  characters: 10,
});

interface Steps {
  readonly begin?: StreamCharges['begin'];
  readonly record?: (characters: number) => Promise<boolean>;
  readonly refuse?: PartReader['refuse'];
  readonly send?: (number: string) => boolean;
  readonly parts?: () => AsyncGenerator<TranslatedPart>;
}

class TemporaryError extends Error {}

/** Runs a call of three parts, and notes every step. */
async function run(steps: Steps = {}) {
  const events: string[] = [];
  const sumOf = (lines: readonly { characters: number }[]) =>
    lines.reduce((sum, { characters }) => sum + characters, 0);
  const streams: StreamCharges = {
    begin: async (call) => {
      events.push(`hold ${call.characters}`);
      return (await steps.begin?.(call)) ?? 'held';
    },
    record: async (_call, lines) => {
      events.push(`record ${sumOf(lines)}`);
      return (await steps.record?.(sumOf(lines))) ?? true;
    },
    settle: async (_call, lines) => void events.push(`settle ${sumOf(lines)} in ${lines.length}`),
  };
  async function* translate() {
    for (const number of [1, 2, 3]) {
      events.push(`translate ${number}`);
      yield part(number);
    }
  }
  const opened: OpenParts = {
    ok: true,
    target: 'es',
    parts: (steps.parts ?? translate)(),
    summarize: async () => ({ translations: [], warnings: [] }),
  };
  const lifetime = startCallLifetime(30_000);
  const outcome = await streamCall(
    {
      translator: { openParts: async () => opened },
      streams,
      logger: createLogger('silent'),
      isTemporary: (error) => error instanceof TemporaryError,
    },
    {
      id: 'call',
      dialect: 'browser',
      lifetime,
      caller: { teamId: 'team', keyId: 'key', mode: 'live' },
      steps: {},
    },
    { characters: 30 } as PreparedRequest,
    {} as TeamWork,
    {
      // Later than anything that does not wait for it.
      whenReady: () => immediate().then(() => void events.push('ready')),
      refuse: async () => steps.refuse?.(),
      send: ({ text }) => {
        events.push(`send ${text}`);
        return steps.send?.(text) ?? true;
      },
    },
  ).finally(() => lifetime.end());
  return { events, outcome };
}

const codeOf = (outcome: Awaited<ReturnType<typeof run>>['outcome']) =>
  outcome.ok ? 'ok' : outcome.problem.code;

test('holds, then translates, records and sends each part in this order, and settles in the end', async () => {
  const { events, outcome } = await run();
  expect(events).toEqual([
    'hold 30',
    'translate 1',
    'ready',
    'record 10',
    'send 1',
    'translate 2',
    'ready',
    'record 20',
    'send 2',
    'translate 3',
    'ready',
    'record 30',
    'send 3',
    'settle 30 in 1',
  ]);
  expect(outcome).toMatchObject({ ok: true, characters: 30 });
});

test('does nothing for a call that cannot be held', async () => {
  const { events, outcome } = await run({ begin: async () => 'quota_exceeded' });
  expect(events).toEqual(['hold 30']);
  expect(codeOf(outcome)).toBe('quota_exceeded');
});

test('sends no part that could not be recorded, and settles what was sent', async () => {
  const { events, outcome } = await run({ record: async (characters) => characters < 20 });
  expect(events).not.toContain('send 2');
  expect(events.at(-1)).toBe('settle 10 in 1');
  expect(codeOf(outcome)).toBe('conflict');
});

test('does not charge the part whose record is in doubt: it was not sent', async () => {
  const { events, outcome } = await run({
    record: async (characters) => {
      if (characters === 20) throw new TemporaryError();
      return true;
    },
  });
  expect(events).not.toContain('send 2');
  expect(events.at(-1)).toBe('settle 10 in 1');
  expect(codeOf(outcome)).toBe('service_unavailable');
});

test('does not charge the part that a client did not get because it was gone', async () => {
  const { events } = await run({ send: (text) => text !== '2' });
  expect(events.at(-1)).toBe('settle 10 in 1');
  expect(events).not.toContain('translate 3');
});

test('asks after the record of every part, which may have waited, whether the reader may still see it', async () => {
  let hasEnded = false;
  const forbidden = problem('forbidden', 'no');
  const { events, outcome } = await run({
    record: async (characters) => {
      hasEnded = characters === 30;
      return true;
    },
    refuse: async () => (hasEnded ? forbidden : undefined),
  });
  expect(events.slice(-2)).toEqual(['record 30', 'settle 20 in 1']);
  expect(codeOf(outcome)).toBe('forbidden');
});

test('settles nothing when the engine fails on the first part', async () => {
  const { events, outcome } = await run({
    // biome-ignore lint/correctness/useYield: the engine fails before the first part
    parts: async function* () {
      throw new Error('the engine failed');
    },
  });
  expect(events).toEqual(['hold 30', 'settle 0 in 0']);
  expect(codeOf(outcome)).toBe('engine_unavailable');
});
