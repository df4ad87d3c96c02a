/** Which sentences reach the WASM. The words mean nothing to the model: only how texts are cut and joined counts. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBergamotEngine } from '../../src/engines/bergamot/bergamot-engine.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { quietLogger } from '../support/pool.ts';
import { dataFolder, hasTestData } from '../support/test-data.ts';

describe.skipIf(!hasTestData)('sentences for Bergamot', { timeout: 600_000 }, () => {
  let folder: string;
  let engine: Engine;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-sentences-'));
    for (const name of ['zh-en', 'ko-en', 'en-de'])
      await cp(join(dataFolder, 'bergamot-ende-help'), join(folder, name), { recursive: true });
    engine = await openBergamotEngine({ id: 'bergamot', models: folder, workers: 1, logger: quietLogger });
  });
  afterAll(async () => {
    await engine?.close();
    await rm(folder, { recursive: true });
  });

  const translate = (source: string, target: string, markup: 'html' | undefined, ...texts: string[]) =>
    engine.translate({ source, target, texts, options: { markup } }, new AbortController().signal);

  test.each([
    ['zh', undefined, '', ['打开文件。', '“保存文件！”', '关闭窗口。']],
    ['ko', undefined, ' ', ['파일을 여세요.', '창을 닫으세요.']],
    ['zh', 'html', '', ['打开<b>文件</b>。', '<i>保存文件！</i>', '关闭窗口。']],
  ] as const)(
    '%s as %s: each is translated alone, and a blank is between them',
    async (source, markup, blank, sentences) => {
      const alone = await translate(source, 'en', markup, ...sentences);
      expect(await translate(source, 'en', markup, sentences.join(blank))).toEqual([alone.join(' ')]);
    },
  );

  test('a soft hyphen changes nothing', async () => {
    const [whole] = await translate('en', 'de', undefined, 'Save the document before you close the window.');
    expect(
      await translate('en', 'de', undefined, 'Save the docu\u00adment before you close the win\u00addow.'),
    ).toEqual([whole]);
  });
});
