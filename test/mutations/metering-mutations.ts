/** Mistakes in what happens around the charge: the queue, the look, the clock, and which failures pass. */
import type { Mutation, NamedTest } from './mutation.ts';

const unit = (file: string): NamedTest => ({ project: 'unit', files: [file] });
const mocked = (file: string): NamedTest => ({ project: 'unit-mocked', files: [file] });

const database = 'src/store/postgres/database-errors.ts';

/** Codes of a lost connection, each of which would be answered 500 instead of 503. */
const unclassified = ['EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'].map(
  (code): Mutation => ({
    name: `${code} is taken for a mistake of this program`,
    in: { file: database },
    edits: [[`  '${code}',\n`, '']],
    test: unit('src/store/postgres/database-errors.test.ts'),
  }),
);

export const meteringMutations: readonly Mutation[] = [
  ...unclassified,
  {
    name: 'a connection that is not queryable is taken for a mistake of this program',
    in: { file: database },
    edits: [["    'not queryable',\n", '']],
    test: unit('src/store/postgres/database-errors.test.ts'),
  },
  {
    name: 'a charge whose connection was lost counts as not committed',
    in: { file: 'src/metering/charge-queue.ts' },
    edits: [
      [
        'if (!this.#options.isRefused(err)) for (const waiting of batch) waiting.mayBeCharged = true;',
        'for (const waiting of batch) waiting.mayBeCharged = false;',
      ],
    ],
    test: mocked('src/metering/charge-queue-outage.mocked.test.ts'),
  },
  {
    name: 'one call that fails takes its batch with it',
    in: { file: 'src/metering/charge-queue.ts' },
    edits: [
      [
        `    if (batch.length === 1) {
      batch[0]?.settle({ known: false, reason: 'failed' });`,
        `    if (batch.length > 0) {
      for (const { settle } of batch) settle({ known: false, reason: 'failed' });`,
      ],
    ],
    test: unit('src/metering/charge-queue.test.ts'),
  },
  {
    name: 'two flushes write the same team at once',
    in: { file: 'src/metering/charge-queue.ts' },
    edits: [['batch.length < maxBatch && !this.#busyTeams.has(team)', 'batch.length < maxBatch']],
    test: unit('src/metering/charge-queue.test.ts'),
  },
  {
    name: 'only the first language of a call is charged',
    in: { file: 'src/metering/metering.ts' },
    edits: [['lines.reduce((sum, line) => sum + line.characters, 0)', '(lines[0]?.characters ?? 0)']],
    test: mocked('src/metering/metering.mocked.test.ts'),
  },
  {
    name: 'another body under a charged Idempotency-Key is translated',
    in: { file: 'src/metering/metering.ts' },
    edits: [["if (earlier?.body === 'another') return 'conflict';", '']],
    test: mocked('src/metering/metering.mocked.test.ts'),
  },
  {
    name: "the offset of the database's clock has the wrong sign",
    in: { file: 'src/metering/database-clock.ts' },
    edits: [['new Date(localMs + reading.offsetMs)', 'new Date(localMs - reading.offsetMs)']],
    test: unit('src/metering/database-clock.test.ts'),
  },
  {
    name: 'refused calls are counted again with every write',
    in: { file: 'src/metering/refusal-counter.ts' },
    edits: [['    this.#counts = new Map();\n', '']],
    test: unit('src/metering/refusal-counter.test.ts'),
  },
];
