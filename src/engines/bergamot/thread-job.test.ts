import { describe, expect, test } from 'vitest';
import type { ChargeDetails, Claim } from '../engine.ts';
import type { Model } from './models.ts';
import { TextBatch } from './text-batch.ts';
import { acceptAnswers, chargeJob, type ThreadJob, takeJob, textsOf } from './thread-job.ts';

const modelNamed = (name: string) => ({ name }) as Model;
const german = modelNamed('en-de');

const batchOf = (
  texts: readonly string[],
  options: { model?: Model; isHtml?: boolean; claim?: Claim } = {},
) => {
  const { model = german, isHtml = false, claim } = options;
  return new TextBatch(model, texts, { isHtml, claim });
};

const take = (batches: readonly TextBatch[], maxCharacters = 1_500): string[] => {
  const [first] = batches;
  const job = first && takeJob(first, batches, maxCharacters);
  return job ? textsOf(job) : [];
};

describe('a job', () => {
  test('has portions of several batches, in order, as far as they fit', () => {
    const [a, b, c] = [batchOf(['a']), batchOf(['b', 'bb']), batchOf(['c'.repeat(150)])];
    expect(take([b, a, c], 100)).toEqual(['b', 'bb', 'a']);
    expect([a, b, c].map(({ hasWork }) => hasWork)).toEqual([false, false, true]);
  });

  test('has one portion of each batch before a second of one', () => {
    const [a, b] = [batchOf(Array.from({ length: 12 }, () => 'a'.repeat(200))), batchOf(['b'.repeat(200)])];
    const letters = take([a, b]).map(([letter]) => letter);
    expect(letters.join('')).toBe('aaabaaa');
    expect([a.hasWork, b.hasWork]).toEqual([true, false]);
  });

  test('never makes a short text wait for a long one', () => {
    const long = () => batchOf(['x'.repeat(201)]);
    expect(take([batchOf(['text']), long(), batchOf(['more'])])).toEqual(['text', 'more']);
    expect(take([long(), batchOf(['text'])])).toHaveLength(1);
  });

  test('has at least one portion, however long it is', () => {
    expect(take([batchOf(['x'.repeat(9_000)]), batchOf(['y'])])).toHaveLength(1);
  });

  test('has texts of one model, and HTML only alone', () => {
    const others = [
      batchOf(['other'], { model: modelNamed('en-fr') }),
      batchOf(['<b>x</b>'], { isHtml: true }),
      batchOf(['more']),
    ];
    expect(take([batchOf(['text']), ...others])).toEqual(['text', 'more']);
    expect(
      take([batchOf(['<i>y</i>'], { isHtml: true }), ...others, batchOf(['z'], { isHtml: true })]),
    ).toEqual(['<i>y</i>']);
  });

  test('is short while several teams use the engine', () => {
    const claimOf = (isShared: boolean) =>
      ({
        order: 0,
        isShared,
        pace: 'short',
        usualMs: (characters: number) => characters / 2,
      }) as unknown as Claim;
    const batches = (isShared: boolean) =>
      Array.from({ length: 20 }, () => batchOf(['ten signs.'], { claim: claimOf(isShared) }));
    expect(take(batches(true))).toHaveLength(10);
    expect(take(batches(false))).toHaveLength(20);
  });

  test('has at most 64 texts, so that they do not take long if each is translated alone', () => {
    const batches = Array.from({ length: 20 }, () => batchOf(Array.from({ length: 10 }, () => 'a')));
    expect(take(batches)).toHaveLength(60);
  });

  test('has no texts of several sentences, or of characters that become a phrase, beside others', () => {
    const others = () => [batchOf(['a\nb']), batchOf(['One. Two.']), batchOf(['\ufdfa'.repeat(100)])];
    expect(take([batchOf(['text']), ...others()])).toEqual(['text']);
    for (const other of others()) expect(take([other, batchOf(['text'])])).toHaveLength(1);
  });

  test('combines only texts that are known to be short while several teams use the engine', () => {
    const batchWith = (pace: string, text: string) =>
      batchOf([text], { claim: { order: 0, isShared: true, pace, usualMs: () => 1 } as unknown as Claim });
    const batches = [batchWith('short', 'a'), batchWith('unknown', 'b'), batchWith('long', 'c')];
    expect(take([...batches, batchWith('short', 'd')])).toEqual(['a', 'd']);
    expect(take([batchWith('unknown', 'b'), batchWith('short', 'a')])).toEqual(['b']);
  });

  test('is a single portion where texts cannot share a call', () => {
    expect(take([batchOf(['a']), batchOf(['b'])], 0)).toEqual(['a']);
  });

  test('has no texts of a team that has used much more engine time', () => {
    const batchAt = (order: number, text: string) =>
      batchOf([text], { claim: { order, usualMs: () => 1 } as unknown as Claim });
    const batches = [batchAt(100, 'modest'), batchAt(300, 'alike'), batchAt(9_000, 'greedy')];
    expect(take(batches)).toEqual(['modest', 'alike']);
  });

  test('does not combine a portion that was lost with its thread', () => {
    const lost = batchOf(['lost']);
    const portion = lost.take();
    if (portion !== undefined) lost.takeBack([{ ...portion, tries: 1 }]);
    expect(take([batchOf(['text']), lost])).toEqual(['text']);
    expect(take([lost, batchOf(['text'])])).toEqual(['lost']);
  });
});

test('each batch gets its own answers, and its share of the time by its characters', async () => {
  const charges: [string, number, ChargeDetails | undefined][] = [];
  const claimOf = (name: string) =>
    ({
      usualMs: () => 1,
      charge: (ms: number, details?: ChargeDetails) => charges.push([name, ms, details]),
    }) as unknown as Claim;
  const a = batchOf(['aaa', 'bbb'], { claim: claimOf('first') });
  const b = batchOf(['cc'], { claim: claimOf('second') });
  const job = takeJob(a, [a, b], 1_500) as ThreadJob;
  acceptAnswers(job, ['1', '2', '3']);
  expect([await a.answers, await b.answers]).toEqual([['1', '2'], ['3']]);
  chargeJob(job, { workedMs: 80, isLoading: false });
  expect(charges).toEqual([
    ['first', 60, { characters: 6, wasCutOff: false, isTypical: true }],
    ['second', 20, { characters: 2, wasCutOff: false, isTypical: true }],
  ]);
  chargeJob(job, { workedMs: 80, isLoading: false, wasCutOff: true });
  expect(charges).toHaveLength(2);
});

test('the culprit of a job that was cut off is charged when it is tried alone', () => {
  const charges: unknown[] = [];
  const claim = {
    usualMs: () => 1,
    charge: (ms: number, details?: ChargeDetails) => charges.push([ms, details]),
  } as unknown as Claim;
  const batch = batchOf(['slow'], { claim });
  const job = takeJob(batch, [batch], 0) as ThreadJob;
  chargeJob(job, { workedMs: 5_000, isLoading: false, wasCutOff: true });
  expect(charges).toEqual([[5_000, { characters: 4, wasCutOff: true, isTypical: true }]]);
});
