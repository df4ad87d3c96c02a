/** The pages about language models: the requests that they show are those that are sent, and the configurations are valid. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseRouting } from '../../src/config/config-file.ts';
import type { TemplateName } from '../../src/config/openai-settings.ts';
import type { TranslateBatch } from '../../src/engines/engine.ts';
import { openOpenaiEngine } from '../../src/engines/http/openai/openai.ts';
import { type EngineServer, serve } from '../support/engine-servers.ts';
import { fencedBlocks } from '../support/fenced-blocks.ts';

let server: EngineServer;
beforeAll(async () => {
  const content = JSON.stringify({ translations: [{ index: 0, text: 'x' }] });
  server = await serve(() => ({ status: 200, body: { choices: [{ message: { content } }] } }));
});
afterAll(() => server[Symbol.asyncDispose]());

const requests = fencedBlocks('docs/run/language-models.md').filter(({ language }) => language === 'json');

test.each<[TemplateName, number]>([
  ['json', 0],
  ['plain', 1],
  ['hy-mt', 2],
  ['translategemma', 3],
  ['translategemma-delimiters', 4],
])('the request of %s is shown as it is sent', async (template, position) => {
  const url = `${server.url}/v1`;
  const engine = await openOpenaiEngine({ id: 'llm', url, model: 'm', languages: ['en', 'de'], template });
  const [features] = engine.pairs().map((pair) => pair.features);
  const glossary = [{ source: 'house', target: 'Haus' }];
  const options = features?.formality
    ? ({
        formality: 'more',
        context: 'A letter to a buyer.',
        glossary,
        instructions: ['Use short sentences.'],
      } as const)
    : undefined;
  const batch = { source: 'en', target: 'de', texts: ['The house is big.'], options };
  await engine.translate(batch, new AbortController().signal).finally(() => engine.close());
  // Compared as text: the order of members is that of the page, too.
  expect(JSON.stringify(JSON.parse(requests[position]?.content ?? ''))).toBe(
    JSON.stringify(server.asked.at(-1)),
  );
});

test.each<[string, number, Partial<TranslateBatch>]>([
  [
    'rephrases',
    5,
    {
      target: 'en',
      texts: ['This house are big.'],
      options: { rephrase: { task: 'rephrase', style: 'business' } },
    },
  ],
  ['writes an alternative', 6, { options: { alternative: 1 } }],
])('the request that %s is shown as it is sent', async (_name, position, more) => {
  const url = `${server.url}/v1`;
  const languages = ['en', 'de'];
  const engine = await openOpenaiEngine({ id: 'llm', url, model: 'm', languages, template: 'plain' });
  const batch = { source: 'en', target: 'de', texts: ['The house is big.'], ...more };
  await engine.translate(batch, new AbortController().signal).finally(() => engine.close());
  expect(JSON.stringify(JSON.parse(requests[position]?.content ?? ''))).toBe(
    JSON.stringify(server.asked.at(-1)),
  );
});

const files = fencedBlocks('docs/run/engines.md').filter(
  ({ language, content }) => language === 'yaml' && content.includes('engines:'),
);

test.each(files.map(({ line, content }) => [line, content]))(
  'the configuration at line %i of the engines page is valid',
  (_line, content) => {
    expect(parseRouting(content as string)).toMatchObject({ ok: true });
  },
);
