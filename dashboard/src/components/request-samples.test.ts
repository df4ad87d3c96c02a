import { expect, test } from 'vitest';
import type { SampleRequest } from './curl-sample.ts';
import { pythonLiteral, requestSamples } from './request-samples.ts';

const hostile = `It's "new": $HOME \`ls\` \${x}\n\\n ñandú 日本`;
const request: SampleRequest = {
  method: 'PATCH',
  url: 'https://translate.example.org/v1/keys/1?name=a%24b',
  headers: { 'If-Match': `"it's"` },
  body: { text: hostile, isOn: true, nothing: null, list: [] },
};

function codeOf(name: string, of: SampleRequest = request): string {
  return requestSamples(of).find((sample) => sample.name === name)?.code ?? '';
}

test('in curl, single quotes enclose what the caller typed, and double quotes nothing that a shell expands', () => {
  const code = codeOf('curl');
  expect(code).toContain(`curl -X PATCH "https://translate.example.org/v1/keys/1?name=a%24b"`);
  expect(code).toContain(`-H 'If-Match: "it'\\''s"'`);
  const body = /-d '(.*)'$/s.exec(code)?.[1] ?? '';
  expect(JSON.parse(body.replaceAll(`'\\''`, "'"))).toEqual(request.body);
  expect(codeOf('curl', { method: 'GET', url: 'http://a/$x`y"z' })).toContain('"http://a/\\$x\\`y\\"z"');
});

test('programs have strings with escapes, and words of their language', () => {
  expect(codeOf('JavaScript')).toContain(JSON.stringify(hostile));
  expect(codeOf('JavaScript')).toContain('"nothing": null');
  expect(codeOf('Python')).toContain(JSON.stringify(hostile));
  expect(codeOf('Python')).toContain('"isOn": True');
  expect(codeOf('Python')).toContain('"nothing": None');
  expect(codeOf('Python')).toContain('method="PATCH"');
  expect(pythonLiteral({ a: [false, 1.5, {}] })).toBe('{\n  "a": [\n    False,\n    1.5,\n    {},\n  ],\n}');
});

test('an operation without a key or a body has a sample without them', () => {
  const open: SampleRequest = { method: 'GET', url: 'http://a/health', key: null };
  expect(codeOf('curl', open)).toBe('curl "http://a/health"');
  expect(codeOf('JavaScript', open)).toContain('fetch("http://a/health");');
  expect(codeOf('Python', open)).not.toContain('os');
});

test('a file is sent as a form, and an answer that is a file is saved', () => {
  const upload: SampleRequest = { method: 'POST', url: 'http://a/v1/documents', form: { target_lang: 'ES' } };
  expect(codeOf('curl', upload)).toContain(`-F 'target_lang=ES' \\\n  -F "file=@report.docx"`);
  expect(codeOf('JavaScript', upload)).toContain('form.set("file", await openAsBlob("report.docx")');
  expect(codeOf('Python', upload)).toContain('files={"file": open("report.docx", "rb")}');
  const download: SampleRequest = { method: 'GET', url: 'http://a/v1/documents/1/result', answer: 'file' };
  expect(codeOf('curl', download)).toContain('-o report.es.docx');
});
