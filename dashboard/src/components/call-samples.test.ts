import { expect, test } from 'vitest';
import { callSamples, rephraseSamples, type SampleCall } from './call-samples.ts';

const api = { url: 'https://translate.example.org/api' };
const call: SampleCall = {
  text: [`It's "new": $HOME \`ls\` \${x}\n\\n <b>bold</b>`],
  target_lang: 'EN',
  formality: 'prefer_less',
  glossary_id: '0198c0de-0000-7000-8000-000000000000',
  tag_handling: 'html',
};
const codeOf = (name: string) =>
  callSamples(api, call, 'ES').find((sample) => sample.name === name)?.code ?? '';

test('each sample holds the call in the words of its language, and no key', () => {
  expect(callSamples(api, call).map(({ name }) => name)).toEqual([
    'curl',
    'JavaScript',
    'Python',
    'deepl-node',
  ]);
  for (const { code } of callSamples(api, call)) {
    expect(code).toContain('DRAGOMAN_KEY');
    expect(code).toContain(api.url);
    expect(code).not.toMatch(/svc_/);
  }
  const body = /-d '(.*)'$/s.exec(codeOf('curl'))?.[1] ?? '';
  expect(JSON.parse(body.replaceAll(`'\\''`, "'"))).toEqual(call);
  expect(codeOf('JavaScript')).toContain(JSON.stringify(call.text[0]));
  expect(codeOf('Python')).toContain(JSON.stringify(call.text[0]));
});

test('a key that the page has is in the command line, and in no program', () => {
  const withKey = callSamples({ ...api, key: 'svc_live_secret' }, call);
  expect(withKey.filter(({ code }) => code.includes('svc_live_secret')).map(({ name }) => name)).toEqual([
    'curl',
  ]);
});

test('deepl-node gets what it insists on: a region for English, a source language for a glossary', () => {
  expect(codeOf('deepl-node')).toContain('"ES",\n  "EN-US",');
  expect(codeOf('deepl-node')).toContain('tagHandling');
  const [plain] = callSamples(api, { text: ['a'], target_lang: 'ES' }).toReversed();
  expect(plain?.code).toContain('"a",\n  null,\n  "ES",\n)');
});

test('deepl-node gets instructions by its own names, and has no sample for what it cannot do', () => {
  const instructed = {
    text: ['a'],
    target_lang: 'DE',
    style_id: 'an-id',
    custom_instructions: ['Be brief.'],
  };
  const library = callSamples(api, instructed).at(-1)?.code;
  expect(library).toContain('"styleRule": "an-id"');
  expect(library).toContain('"customInstructions": [');
  const namesFor = (more: object) => callSamples(api, { ...instructed, ...more }).map(({ name }) => name);
  expect(namesFor({ alternatives: 2 })).toEqual(['curl', 'JavaScript', 'Python']);
  expect(namesFor({ engine: 'llm' })).toEqual(['curl', 'JavaScript', 'Python']);
});

test('a call that rephrases has its own path and answer', () => {
  const rephrasing = { text: ['a'], task: 'rephrase', writing_style: 'business' };
  const samples = rephraseSamples(api, rephrasing);
  expect(samples.map(({ name }) => name)).toEqual(['curl', 'JavaScript', 'Python', 'deepl-node']);
  for (const { name, code } of samples.slice(0, 3))
    expect([name, code]).toEqual([name, expect.stringContaining('/v1/rephrase')]);
  expect(samples[1]?.code).toContain('answer.improvements[0].text');
  expect(samples[3]?.code).toContain('"a",\n  null,\n  "business",\n  null,\n)');
  const namesFor = (more: object) => rephraseSamples(api, { ...rephrasing, ...more }).map(({ name }) => name);
  expect(namesFor({ task: 'correct' })).not.toContain('deepl-node');
  expect(namesFor({ tone: 'friendly' })).not.toContain('deepl-node');
});
