/** What every engine promises, as one suite. Each engine's test file runs it with texts that it can translate. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/engines/engine.ts';

export interface ContractCase {
  readonly open: () => Promise<Engine>;
  readonly source: string;
  readonly target: string;
  /** A numbered sentence, and its translation. */
  readonly sentence: (n: number) => string;
  readonly translation: (n: number) => string;
  /** How many each of 40 callers asks for at once: fewer where a text takes long. */
  readonly textsPerCaller?: number;
  /** How many one caller asks for at once. */
  readonly textsAtOnce?: number;
}

export function testEngineContract(
  name: string,
  { open, source, target, sentence, translation, textsPerCaller = 25, textsAtOnce = 200 }: ContractCase,
): void {
  describe(`the engine contract: ${name}`, () => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await open();
    });
    afterAll(() => engine.close());

    const forever = new AbortController().signal;
    const translate = (texts: string[], signal = forever) =>
      engine.translate({ source, target, texts }, signal);

    test('names its pairs in canonical language tags', () => {
      const tags = engine.pairs().flatMap((pair) => [pair.source, pair.target]);
      expect(tags.length).toBeGreaterThan(0);
      for (const tag of tags) expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
      expect(engine.pairs()).toContainEqual(expect.objectContaining({ source, target }));
    });

    test('gives one text for each text, in order', async () => {
      const numbers = [...Array(textsAtOnce).keys()];
      expect(await translate(numbers.map(sentence))).toEqual(numbers.map(translation));
      expect(await translate([])).toEqual([]);
    });

    test('keeps apart what many callers ask at once', async () => {
      const callers = [...Array(40).keys()].map((caller) =>
        [...Array(textsPerCaller).keys()].map((n) => caller * 1_000 + n),
      );
      const answers = await Promise.all(callers.map((numbers) => translate(numbers.map(sentence))));
      expect(answers).toEqual(callers.map((numbers) => numbers.map(translation)));
    });

    test('keeps white space around texts and gives blank texts back', async () => {
      const [padded, blank, empty] = await translate([` \n${sentence(1)}\t `, ' \n ', '']);
      expect(padded).toBe(` \n${translation(1)}\t `);
      expect([blank, empty]).toEqual([' \n ', '']);
    });

    test('an aborted call ends at once with the reason of the abort, and the next one works', async () => {
      const controller = new AbortController();
      const reason = new Error('given up');
      const call = translate([...Array(1_000).keys()].map(sentence), controller.signal);
      controller.abort(reason);
      await expect(call).rejects.toBe(reason);
      await expect(translate([sentence(1)], AbortSignal.abort(reason))).rejects.toBe(reason);
      expect(await translate([sentence(7)])).toEqual([translation(7)]);
    });

    test('refuses a pair that it does not have', async () => {
      const call = engine.translate({ source: target, target: 'tlh', texts: ['x'] }, forever);
      await expect(call).rejects.toThrow(expect.objectContaining({ name: 'EngineError' }));
    });

    test('is healthy', async () => {
      expect((await engine.health()).healthy).toBe(true);
    });

    test('after it is closed, it refuses', async () => {
      const other = await open();
      expect(await other.translate({ source, target, texts: [sentence(1)] }, forever)).toEqual([
        translation(1),
      ]);
      await other.close();
      const call = other.translate({ source, target, texts: [sentence(1)] }, forever);
      await expect(call).rejects.toThrow(expect.objectContaining({ name: 'EngineError' }));
    });
  });
}
