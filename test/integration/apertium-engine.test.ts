import { expect, test } from 'vitest';
import { openApertiumEngine } from '../../src/engines/apertium/apertium-engine.ts';
import { quietLogger } from '../support/pool.ts';
import { testEngineContract } from './engine-contract.ts';

const open = (modesFolder = '/usr/share/apertium/modes') =>
  openApertiumEngine({ id: 'apertium', modesFolder, pipelinesPerPair: 2, logger: quietLogger });

testEngineContract('apertium', {
  open,
  source: 'en',
  target: 'es',
  sentence: (n) => `The house number ${n} is big.`,
  translation: (n) => `El número de casa ${n} es grande.`,
});

test('a machine without Apertium has an engine without pairs that says what to install', async () => {
  const engine = await open('/nonexistent');
  expect(engine.pairs()).toEqual([]);
  expect(await engine.health()).toEqual({
    healthy: false,
    detail: expect.stringContaining('apertium-eng-spa'),
  });
});

test('100,000 characters without a full stop are translated', { timeout: 300_000 }, async ({ signal }) => {
  const engine = await open();
  const [answer] = await engine.translate(
    { source: 'en', target: 'es', texts: ['house '.repeat(16_600)] },
    signal,
  );
  expect(answer?.match(/casa/gi)?.length).toBeGreaterThan(8_000);
  await engine.close();
});
