/** Sequences, made as short as they go, that have shown a mistake: they are tried each time. */
import type { Sequence } from './steps.ts';
import { dayMs, minuteMs } from './times.ts';

const underKey = (body: number) => ({
  team: 0,
  key: 0,
  dialect: 'v1' as const,
  lines: [{ source: 'en' as const, characters: 1, texts: 1 }],
  isForeignKey: false,
  isLate: false,
  idem: 1,
  body,
  skewMs: 0,
  repeats: undefined,
});

const lines = [{ source: 'en' as const, characters: 150, texts: 1 }];

export const counterexamples: Sequence[] = [
  {
    // An Idempotency-Key that is used again after its day, then a clock that steps back into that day: both uses count
    // as recent, and the later one is what the key stands for.
    zone: 'UTC',
    steps: [
      { does: 'charge', calls: [underKey(1)] },
      { does: 'time', time: { by: dayMs + 30 * minuteMs } },
      { does: 'charge', calls: [underKey(0)] },
      { does: 'time', time: 'back into the month before' },
    ],
  },
  {
    // The quota of the month before is used up; a clock that steps back into it must not leave a hold uncharged.
    zone: 'UTC',
    steps: [
      { does: 'charge', calls: [{ ...underKey(0), lines }] },
      { does: 'time', time: 'just after the end of the month' },
      { does: 'upload', team: 0, key: 0, dialect: 'v1', lines, idem: undefined, body: 0 },
      { does: 'time', time: 'back into the month before' },
      { does: 'work', document: 0, isAny: false, work: 'finish' },
    ],
  },
];
