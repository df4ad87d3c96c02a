/** Bergamot's HTML mode: tags stay with their words, and no fragment that gets through takes a thread down. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBergamotEngine } from '../../src/engines/bergamot/bergamot-engine.ts';
import { isWellFormedHtml } from '../../src/engines/bergamot/html-fragment.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { type ModelsFolder, makeModelsFolder } from '../support/bergamot-models.ts';
import { isLong } from '../support/long-form.ts';
import { quietLogger } from '../support/pool.ts';
import { hasTestData } from '../support/test-data.ts';

describe.skipIf(!hasTestData)('Bergamot with HTML', { timeout: 600_000 }, () => {
  let folder: ModelsFolder;
  let engine: Engine;
  const lostThreads: unknown[] = [];

  beforeAll(async () => {
    folder = await makeModelsFolder();
    const logger = { ...quietLogger, warn: (_: string, fields?: object) => lostThreads.push(fields) };
    engine = await openBergamotEngine({ id: 'bergamot', models: folder.path, workers: 2, logger });
  });
  afterAll(async () => {
    await engine?.close();
    await folder?.[Symbol.asyncDispose]();
  });

  const toGerman = (...texts: string[]) =>
    engine.translate(
      { source: 'en', target: 'de', texts, options: { markup: 'html' } },
      new AbortController().signal,
    );

  test('tags stay with their words', async () => {
    expect(
      await toGerman('Click the <b>Options</b> button.', '<p>Save the <i class="x">file</i>.</p>', ' <br> '),
    ).toEqual([
      'Klicken Sie auf die Schaltfläche <b>Optionen</b>.',
      '<p>Speichern Sie die <i class="x">Datei</i>.</p>',
      ' <br> ',
    ]);
  });

  test('the same sentence without markup is the same translation', async () => {
    const sentence = 'Save the document before you close the window.';
    const plain = { source: 'en', target: 'de', texts: [sentence] };
    expect(await toGerman(sentence)).toEqual(await engine.translate(plain, new AbortController().signal));
  });

  test('a long paragraph goes through whole', async () => {
    const sentence = 'Click the <b>Options</b> button to <i>open</i> the window. ';
    const [answer = ''] = await toGerman(`<p>${sentence.repeat(30)}</p>`);
    expect(answer.match(/<b>Optionen<\/b>/g)?.length).toBe(30);
    expect(isWellFormedHtml(answer)).toBe(true);
  });

  test('what is not well-formed is refused, and costs no thread', async () => {
    for (const text of ['Click the <b>Options button', 'a < b', '<!DOCTYPE html>', '<b>x<i>y</b></i>']) {
      await expect(toGerman('Save it.', text)).rejects.toThrow(/not well-formed/);
    }
    expect(lostThreads).toEqual([]);
  });

  test('no well-formed fragment, however odd, takes a thread down or loses a tag', async () => {
    const elements = ['b', 'I', 'p', 'td', 'pre', 'script', 'style', 'code', 'x-y', 'o:p', 'select'];
    const attributes = ['', ' a ', ' a="<b>"', " a='x'", '\na\n=\n"1" b', ' a="&amp;"', ' a="/"'];
    const text = fc.constantFrom(
      'Save ',
      'the file. ',
      '\n',
      '&amp;',
      '&lt;b',
      '&',
      '&#65;',
      '>',
      '"',
      '🏠',
      ']]>',
      '',
    );
    const { node } = fc.letrec((tie) => ({
      node: fc.oneof({ maxDepth: 4 }, text, tie('single'), tie('element'), tie('several')),
      several: fc.array(tie('node'), { maxLength: 4 }).map((nodes) => nodes.join('')),
      single: fc
        .tuple(fc.constantFrom('<br', '<img', '<WBR', '<x', '<b'), fc.constantFrom(...attributes))
        .map(([start, attribute]) => `${start}${attribute}/>`),
      element: fc
        .tuple(fc.constantFrom(...elements), fc.constantFrom(...attributes), tie('node'))
        .map(([name, attribute, inside]) => `<${name}${attribute}>${inside}</${name}>`),
    }));
    const fragments = fc.sample(node as fc.Arbitrary<string>, { numRuns: isLong ? 5_000 : 120, seed: 11 });
    expect(fragments.filter(isWellFormedHtml).length).toBeGreaterThan(fragments.length * 0.9);
    const answers = await toGerman(...fragments.filter(isWellFormedHtml));
    expect(answers.filter((answer) => !isWellFormedHtml(answer))).toEqual([]);
    expect(lostThreads).toEqual([]);
  });
});
