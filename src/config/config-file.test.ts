import { expect, test } from 'vitest';
import { parseRouting } from './config-file.ts';

const faultsOf = (content: string) => {
  const parsed = parseRouting(content);
  return parsed.ok ? [] : parsed.faults.map(({ line, message }) => `${line}: ${message}`);
};

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
  ['', '1: The file must be object.'],
  ['engines: {}', '1: engines must not have fewer than 1 properties.'],
  ['engines:\n  apertium:\n    pipelines: two\n', '3: engines.apertium.pipelines must be integer.'],
  [
    'engines:\n  apertium: {}\n  deeple: {}\n',
    '3: There is no engine type "deeple". Types: apertium, bergamot, deepl, libretranslate, openai.',
  ],
  ['engines:\n  bergamot:\n    workers: 2\n', '3: engines.bergamot must have required properties models.'],
  [
    'engines:\n  deepl:\n    url: http://x\n    key: secret\n',
    '3: engines.deepl must not have additional properties.',
  ],
  [
    'engines:\n  deepl:\n    url: http://x\n    key_env: A\n    key_file: b\n',
    '5: engines.deepl sets both "key_env" and "key_file"; set only one.',
  ],
  [
    'engines:\n  openai:\n    url: http://x\n    model: m\n    languages: [en, "?!"]\n',
    '5: engines.openai.languages[1] must be a language such as "en" or "pt-BR".',
  ],
  [
    'engines:\n  apertium: {}\nroutes:\n  - from: en\n    to: es\n    engines: [other]\n',
    '6: routes[0] names the engine "other", which is not under "engines".',
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
