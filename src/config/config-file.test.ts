import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseRouting, variablesOfFile } from './config-file.ts';

const faultsOf = (content: string) => {
  const parsed = parseRouting(content);
  return parsed.ok ? [] : parsed.faults.map(({ line, message }) => `${line}: ${message}`);
};

const openai = (members: string) => `engines:\n  openai:\n    url: http://x\n    model: m\n    ${members}\n`;

test('a language model may have its own template, parameters and pairs', () => {
  expect(
    parseRouting(
      openai(`pairs: [en-de, de-en, en-zh-Hans]
    template: hy-mt
    token_limit: false
    markup: true
    texts_per_request: 1
    context_segments: 10
    rephrase: false
    parameters: { temperature: null, chat_template_kwargs: { enable_thinking: false } }`),
    ),
  ).toMatchObject({
    ok: true,
    routing: {
      engines: [{ pairs: ['en-de', 'de-en', 'en-zh-Hans'], template: 'hy-mt', token_limit: false }],
    },
  });
});

test('engines stand in the order of the file, an id is its own type, and tags are made canonical', () => {
  expect(
    parseRouting(`
engines:
  house:
    type: apertium
    pipelines: 2
  apertium: {}
routes:
  - { from: EN-gb, to: "*", engines: [house], pivot: ES }
  - { from: es, to: pt-br, pivot: false }
`),
  ).toEqual({
    ok: true,
    routing: {
      engines: [
        { id: 'house', type: 'apertium', pipelines: 2 },
        { id: 'apertium', type: 'apertium' },
      ],
      routes: [
        { from: 'en-GB', to: '*', engines: ['house'], pivot: 'es' },
        { from: 'es', to: 'pt-BR', pivot: false },
      ],
    },
  });
});

test('what is no YAML is named with its line', () => {
  expect(faultsOf('engines:\n  apertium: {\nroutes: []\n')[0]).toMatch(/^[23]: /);
});

test.each([
  ['', '1: The file must be an object.'],
  ['engines: {}', '1: engines must have at least 1 member.'],
  ['engines:\n  apertium:\n    pipelines: two\n', '3: engines.apertium.pipelines must be a whole number.'],
  ['engines:\n  apertium: {}\n  deeple: {}\n', '3: There is no engine type "deeple". Did you mean "deepl"?'],
  [
    'engines:\n  other: {}\n',
    '2: There is no engine type "other". Types: apertium, bergamot, deepl, libretranslate, openai.',
  ],
  ['engines:\n  bergamot:\n    workers: 2\n', '3: engines.bergamot needs "models".'],
  [
    'engines:\n  deepl:\n    url: http://x\n    key: secret\n',
    '4: engines.deepl has no setting "key". Settings: connections, key_env, key_file, languages, timeout_ms, type, url.',
  ],
  [
    'engines:\n  bergamot:\n    modles: /x\n',
    '3: engines.bergamot has no setting "modles". Did you mean "models"?',
  ],
  ['engines:\n  apertium: {}\nrutes: []\n', '3: There is no setting "rutes". Did you mean "routes"?'],
  [
    'engines:\n  deepl:\n    url: http://x\n    key_env: A\n    key_file: b\n',
    '5: engines.deepl sets both "key_env" and "key_file"; set only one.',
  ],
  [
    'engines:\n  openai:\n    url: http://x\n    model: m\n    languages: [en, "?!"]\n',
    '5: engines.openai.languages[1] must be a language such as "en" or "pt-BR".',
  ],
  [
    'engines:\n  openai:\n    url: http://x\n    model: m\n',
    '3: engines.openai needs "languages", or "pairs" if not every pair of them is wanted.',
  ],
  [
    openai('languages: [en, de]\n    pairs: [en-de]'),
    '6: engines.openai.pairs cannot be set together with "languages"; set only one.',
  ],
  [
    openai('pairs: [en-de, ende]'),
    '5: engines.openai.pairs[1] must be two languages, such as "en-de" or "en-pt-BR".',
  ],
  [
    openai('languages: [en, de]\n    template: gemma'),
    '6: engines.openai.template must be one of json, plain, hy-mt, translategemma, translategemma-delimiters.',
  ],
  [
    openai('languages: [en, de]\n    token_limit: true'),
    '6: engines.openai.token_limit must be one of max_tokens, max_completion_tokens, false.',
  ],
  [
    openai('languages: [en, de]\n    parameters:\n      temperature: null\n      messages: []'),
    '8: engines.openai.parameters.messages cannot be set: the template writes them.',
  ],
  [
    openai('languages: [en, de]\n    parameters: { model: x }'),
    '6: engines.openai.parameters.model cannot be set: set "model" of the engine instead.',
  ],
  [
    openai('languages: [en, de]\n    parameters: { stream: true }'),
    '6: engines.openai.parameters.stream cannot be set: answers are read as a whole.',
  ],
  [
    openai('languages: [en, de]\n    parameters: { n: null }'),
    '6: engines.openai.parameters.n cannot be set: one answer is read.',
  ],
  [openai('languages: [en, de]\n    parameters: [x]'), '6: engines.openai.parameters must be an object.'],
  [openai('languages: [en, de]\n    markup: maybe'), '6: engines.openai.markup must be true or false.'],
  [
    openai('languages: [en, de]\n    template: hy-mt\n    texts_per_request: 5'),
    '7: engines.openai.texts_per_request must be 1 with the template hy-mt, which sends one text.',
  ],
  [
    openai('languages: [en, de]\n    context_segments: 11'),
    '6: engines.openai.context_segments must be at most 10.',
  ],
  [
    openai('languages: [en, de]\n    template: translategemma\n    context_segments: 1'),
    '7: engines.openai.context_segments must be 0 with the template translategemma, which has no place for a context.',
  ],
  [
    openai('languages: [en, de]\n    template: hy-mt\n    rephrase: true'),
    '7: engines.openai.rephrase must be false with the template hy-mt, whose models only translate.',
  ],
  [
    'engines:\n  apertium: {}\nroutes:\n  - from: en\n    to: es\n    engines: [other]\n',
    '6: routes[0] names the engine "other", which is not under "engines".',
  ],
  [
    'engines:\n  apertium: {}\nroutes:\n  - from: en\n    to: es\n    engines: [apertum]\n',
    '6: routes[0] names the engine "apertum", which is not under "engines". Did you mean "apertium"?',
  ],
  [
    'engines:\n  apertium: {}\nroutes:\n  - from: "?"\n    to: es\n',
    '4: routes[0].from must be a language such as "en" or "pt-BR", or *.',
  ],
  [
    'engines:\n  apertium: {}\nroutes:\n  - from: en\n    to: es\n    pivot: "*"\n',
    '6: routes[0].pivot must be a language such as "en" or "pt-BR", or false.',
  ],
])('%j is refused', (content, fault) => {
  expect(faultsOf(content)).toContain(fault);
});

test('problems of the shape, of engines and of routes are all named at once', () => {
  const content = `colour: red
engines:
  apertium: 5
  deepl:
    url: http://x
    keyenv: A
routes:
  - { from: "?", to: es, pivt: fr, engines: [depl] }
  - en-es
  - { from: 5, to: de, engines: deepl }
`;
  expect(faultsOf(content)).toEqual([
    expect.stringMatching(/^1: There is no setting "colour"/),
    expect.stringMatching(/^3: engines\.apertium must be an object/),
    expect.stringMatching(/^6: engines\.deepl has no setting "keyenv". Did you mean "key_env"\?/),
    expect.stringMatching(/^8: routes\.0 has no setting "pivt". Did you mean "pivot"\?/),
    expect.stringMatching(/^8: routes\[0\] names the engine "depl".* Did you mean "deepl"\?/),
    expect.stringMatching(/^8: routes\[0\]\.from must be a language/),
    expect.stringMatching(/^9: routes\.1 must be an object/),
    expect.stringMatching(/^10: routes\.2\.from must be/),
    expect.stringMatching(/^10: routes\.2\.engines must be/),
  ]);
});

test.each(['key_env: DRAGOMAN_A', '"key_env": "DRAGOMAN_A"', "{ key_env : 'DRAGOMAN_A' }"])(
  'a variable that %s names is known, also if the file has problems',
  async (text) => {
    const folder = mkdtempSync(join(tmpdir(), 'dragoman-variables-'));
    const configFile = join(folder, 'dragoman.yaml');
    writeFileSync(configFile, `engnes: [\n ${text}`);
    expect([...(await variablesOfFile({ configFile }))]).toEqual(['DRAGOMAN_A']);
    rmSync(folder, { recursive: true });
  },
);
