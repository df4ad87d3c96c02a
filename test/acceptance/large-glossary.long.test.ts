/** What the largest dictionary costs a call: nothing to speak of once it is compiled, and nobody waits meanwhile. */

import { beforeAll, expect, test } from 'vitest';
import { measured } from '../support/event-loop-reports.ts';
import { type GlossaryKeeper, newGlossaryKeeper, tsv } from '../support/glossary-keeper.ts';
import { expectInTime } from '../support/long-form.ts';
import { workedMs } from '../support/process-table.ts';
import { liftLimits } from '../support/seed.ts';
import { useServerProcess } from '../support/server-process.ts';

const reports = measured();
// An engine that answers at once: what is left is the service itself.
const context = useServerProcess({
  ...reports.env,
  NODE_ENV: 'test',
  DRAGOMAN_STUB_ENGINE: 'on',
  DRAGOMAN_CACHE_MB: '0',
  DRAGOMAN_LOG_LEVEL: 'warn',
});
const rounds = 12;
const callsPerRound = 10;
/** Until the code is compiled: what a server does all day is never new to it. */
const warmUpCalls = 200;

/** Just under 10 MiB. The first words are those of every sentence, so that most places are worth a look. */
const entries = Array.from({ length: 209_000 }, (_, i) => {
  const start = ['the', 'of', 'and', 'sentence', 'number'][i % 5];
  return `${start} term ${String(i).padStart(12, '0')}\ttermino ${String(i).padStart(16, '0')}\n`;
});
const text = Array.from(
  { length: 50 },
  (_, i) =>
    `The sentence number ${i} of the call and the term 000000000${String(i * 5).padStart(3, '0')} in it.`,
);

let team: GlossaryKeeper;
let id: string;
const call = (options: object) =>
  team.send<{ translations: { text: string }[] }>('POST', '/v1/translate', {
    text,
    source_lang: 'EN',
    target_lang: 'EO',
    ...options,
  });

async function timed(options: object): Promise<number> {
  const started = performance.now();
  expect((await call(options)).status).toBe(200);
  return performance.now() - started;
}

const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

/** The mean without the worst quarter: all threads count, and now and then one of them collects garbage. */
function usual(worked: readonly number[]): number {
  const kept = worked.toSorted((a, b) => a - b).slice(0, Math.ceil(worked.length * 0.75));
  return kept.reduce((sum, ms) => sum + ms, 0) / kept.length;
}

beforeAll(async () => {
  team = await newGlossaryKeeper(context.server.url, context.env);
  await liftLimits(context.env, team.id);
  id = (await team.create({ name: 'large' })).body.id;
  expect((await team.put(id, entries.join(''), tsv, 'en/eo')).status).toBe(200);
});

test('the first call compiles it aside: the event loop is never held up for long', async () => {
  for (let i = 0; i < warmUpCalls; i++) await call({});
  await reports.next(context.server.pid);
  const firstMs = await timed({ glossary_id: id });
  const { byOwnWork } = await reports.next(context.server.pid);
  process.stderr.write(
    `large glossary: first call ${Math.round(firstMs)} ms, event loop ${JSON.stringify(byOwnWork)}\n`,
  );
  expectInTime('the event loop by its own work', byOwnWork.maxMs, 50);
});

test('after that, 50 texts take at most 5 ms more than without it', async () => {
  const [plain, large] = [
    { name: 'without', options: {} },
    { name: 'with it', options: { glossary_id: id } },
  ].map((subject) => ({ ...subject, times: [] as number[], worked: [] as number[] }));
  for (let i = 0; i < warmUpCalls; i++) await call({ glossary_id: id });
  for (let round = 0; round < rounds; round++) {
    for (const subject of [plain, large]) {
      const before = workedMs(context.server.pid);
      for (let i = 0; i < callsPerRound; i++) subject?.times.push(await timed(subject.options));
      subject?.worked.push(workedMs(context.server.pid) - before);
    }
  }
  const [translated] = (await call({ glossary_id: id })).body.translations;
  expect(translated?.text).toContain('termino 0000000000000000');
  const figures = [plain, large].map((subject) => ({
    name: subject?.name,
    clockMs: Number(median(subject?.times ?? []).toFixed(2)),
    workMs: Number((usual(subject?.worked ?? []) / callsPerRound).toFixed(2)),
  }));
  process.stderr.write(`large glossary: 50 texts ${JSON.stringify(figures)}\n`);
  // By work or by the clock: on a machine that is busy with other things the clock says more about those.
  const added = (of: 'workMs' | 'clockMs') => (figures[1]?.[of] ?? Number.NaN) - (figures[0]?.[of] ?? 0);
  expectInTime('what a large glossary adds', Math.min(added('workMs'), added('clockMs')), 5);
});
