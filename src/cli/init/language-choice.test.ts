import { expect, test } from 'vitest';
import {
  chooseMemory,
  describeOffers,
  offersFor,
  pairsNotServed,
  parseLanguages,
} from './language-choice.ts';

const model = (name: string, memoryMb = 500) => ({
  name,
  architecture: 'base-memory',
  release: 'release' as const,
  bytes: 32_000_000,
  memoryBytes: memoryMb * 1_000_000,
  wordsPerSecond: 170,
  scores: { comet: 86.5 },
  licence: 'MPL-2.0',
  isDefault: true,
});

test('languages are codes in any spelling, once each and without English', () => {
  expect(parseLanguages('de, fr,zh_hant en DE')).toEqual(['de', 'fr', 'zh-Hant']);
  expect(parseLanguages('')).toEqual([]);
  expect(() => parseLanguages('de,german!')).toThrow('german! is not a language code');
});

test('each direction is offered with its best model, else Apertium, else nothing', () => {
  const offers = offersFor(
    ['de', 'zh', 'ca'],
    [model('en-de'), model('de-en'), model('en-zh-Hans')],
    [{ source: 'en', target: 'ca' }],
  );
  expect(offers.map((offer) => [offer.model?.name, offer.hasApertium])).toEqual([
    ['en-de', false],
    ['de-en', false],
    ['en-zh-Hans', false],
    [undefined, false],
    [undefined, true],
    [undefined, false],
  ]);
  expect(describeOffers(offers).split('\n')).toMatchObject({
    0: expect.stringMatching(/^en-de +bergamot +base-memory +COMET 86\.5 +32\.0 MB +500 MB memory$/),
    3: expect.stringMatching(/^zh-en +not available$/),
    4: expect.stringMatching(/^en-ca +apertium$/),
  });
});

test('what fits is pinned, with room for the largest of the others', () => {
  const machine = (gigabytes: number) => ({ cores: 2, machineBytes: gigabytes * 1e9 });
  const models = [model('en-de'), model('de-en'), model('en-fr', 600)];
  expect(chooseMemory(models, machine(16))).toEqual({ memoryMb: 4_000, pinned: ['en-de', 'de-en', 'en-fr'] });
  expect(chooseMemory(models, machine(6))).toEqual({ memoryMb: 3_000, pinned: ['en-de'] });
});

test('the memory is at most half of the machine, but enough for the largest model', () => {
  const machine = (gigabytes: number, cores: number) => ({ cores, machineBytes: gigabytes * 1e9 });
  const models = [model('en-de'), model('de-en', 600)];
  expect(chooseMemory(models, machine(2, 16))).toEqual({ memoryMb: 1_000, pinned: [] });
  expect(chooseMemory(models, machine(4, 16))).toEqual({ memoryMb: 2_000, pinned: [] });
  expect(chooseMemory(models, machine(1, 2))).toEqual({ memoryMb: 600, pinned: [] });
  expect(chooseMemory(models.slice(0, 1), machine(1, 2))).toEqual({ memoryMb: 500, pinned: ['en-de'] });
  // A model that was installed before and is not among the languages also needs room.
  const installed = [model('en-fr', 900), ...models];
  expect(chooseMemory(models, machine(1, 2), installed)).toEqual({ memoryMb: 900, pinned: [] });
});

test('pairs that no engine translates are named', () => {
  const served = [
    { source: 'en', target: 'de' },
    { source: 'en', target: 'zh-Hans' },
    { source: 'zh-Hans', target: 'en' },
  ];
  expect(pairsNotServed(['de', 'zh'], served)).toEqual(['de-en']);
});
