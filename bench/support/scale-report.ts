/** What the bench of scale has measured, as tables and ratios. */
import { print, printRatio, printTable } from './figures.ts';
import { percentile } from './latency.ts';
import type { Part } from './part-meter.ts';

const partNames = ['API', 'engine node', 'HAProxy', 'Postgres', 'Redis', 'load generator'] as const;

export interface Subject {
  readonly name: string;
  readonly databaseUrl: string;
  readonly port: number;
  readonly next: () => Buffer;
  readonly processes: number;
  readonly parts: readonly Part[];
  readonly rounds: Round[];
  close(): Promise<void>;
}

export interface Round {
  readonly calls: number;
  readonly perSecond: number;
  readonly times: readonly number[];
  /** Processor time of each part, in microseconds a call. */
  readonly cost: ReadonlyMap<string, number>;
  /** What part of one core each took. */
  readonly busy: ReadonlyMap<string, number>;
}

const medianOf = (subject: Subject, figure: (round: Round) => number) =>
  percentile(subject.rounds.map(figure), 0.5);
const costOf = (subject: Subject, part: string) => medianOf(subject, ({ cost }) => cost.get(part) ?? 0);
/** What an installation pays for: not the load generator. */
const wholeCost = (round: Round) =>
  partNames.slice(0, -1).reduce((sum, part) => sum + (round.cost.get(part) ?? 0), 0);

export function printSubjects(subjects: readonly Subject[]): void {
  print('\nµs of processor time a call; calls/s and ms at 64 connections for each process');
  printTable(
    ['installation', 'calls/s', 'p50 ms', 'p99 ms', ...partNames, 'all but load'],
    subjects.map((subject) => [
      subject.name,
      medianOf(subject, ({ perSecond }) => perSecond).toFixed(0),
      medianOf(subject, ({ times }) => percentile(times, 0.5)).toFixed(1),
      medianOf(subject, ({ times }) => percentile(times, 0.99)).toFixed(1),
      ...partNames.map((part) => costOf(subject, part).toFixed(0)),
      medianOf(subject, wholeCost).toFixed(0),
    ]),
  );
  print('\ncores that each part took meanwhile');
  printTable(
    ['installation', ...partNames],
    subjects.map((subject) => [
      subject.name,
      ...partNames.map((part) => medianOf(subject, ({ busy }) => busy.get(part) ?? 0).toFixed(2)),
    ]),
  );
}

export function printRatios([one, two, four, wide, cold, full, front]: readonly Subject[]): void {
  if (!one || !two || !four || !wide || !cold || !full || !front) throw new Error('a subject is missing');
  const against = (subject: Subject, base: Subject) =>
    medianOf(subject, wholeCost) / medianOf(base, wholeCost);
  printRatio('scale-cost-two-processes', against(two, one));
  printRatio('scale-cost-four-processes', against(four, one));
  printRatio('scale-cost-million-keys', against(wide, two));
  printRatio('scale-cost-million-keys-calling', against(cold, two));
  printRatio('scale-cost-full-ledger', against(full, two));
  printRatio('scale-cost-engine-node', against(front, one));
}
