import { expect, test } from 'vitest';
import { callSamples, type SampleCall } from './call-samples.ts';

const call: SampleCall = {
  text: [`It's "new": $HOME \`ls\` \${x}\n\\n <b>bold</b>`],
  target_lang: 'EN',
  formality: 'prefer_less',
  glossary_id: '0198c0de-0000-7000-8000-000000000000',
  tag_handling: 'html',
};
const codeOf = (name: string) => callSamples(call, 'ES').find((sample) => sample.name === name)?.code ?? '';

test('each sample holds the call in the words of its language, and no key', () => {
  expect(callSamples(call).map(({ name }) => name)).toEqual(['curl', 'JavaScript', 'Python', 'deepl-node']);
  for (const { code } of callSamples(call)) {
    expect(code).toContain('DRAGOMAN_KEY');
    expect(code).not.toMatch(/svc_/);
  }
  const body = /-d '(.*)'$/s.exec(codeOf('curl'))?.[1] ?? '';
  expect(JSON.parse(body.replaceAll(`'\\''`, "'"))).toEqual(call);
  expect(codeOf('JavaScript')).toContain(JSON.stringify(call.text[0]));
  expect(codeOf('Python')).toContain(JSON.stringify(call.text[0]));
});

test('deepl-node gets what it insists on: a region for English, a source language for a glossary', () => {
  expect(codeOf('deepl-node')).toContain('"ES",\n  "EN-US",');
  expect(codeOf('deepl-node')).toContain('tagHandling');
  const [plain] = callSamples({ text: ['a'], target_lang: 'ES' }).toReversed();
  expect(plain?.code).toContain('"a",\n  null,\n  "ES",\n)');
});
