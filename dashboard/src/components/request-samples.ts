/**
 * Code samples for any request to the public API. Programs read the key from the environment, where secrets belong; only the
 * command line may have it, for a first try.
 */
import { curl, json, type SampleRequest, sampleFiles } from './curl-sample.ts';

export interface CallSample {
  readonly name: string;
  readonly code: string;
}

export function requestSamples(request: SampleRequest): CallSample[] {
  return [
    { name: 'curl', code: curl(request) },
    { name: 'JavaScript', code: javaScript(request) },
    { name: 'Python', code: request.form === undefined ? python(request) : pythonUpload(request) },
  ];
}

export function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

function javaScript(request: SampleRequest): string {
  const { method, url, key, headers = {}, body, form } = request;
  const headerLines = [
    ...(key === null ? [] : [`Authorization: \`Bearer \${process.env.DRAGOMAN_KEY}\``]),
    ...Object.entries(headers).map(([name, value]) => `${json(name)}: ${json(value)}`),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: "${method}",`]),
    ...(headerLines.length === 0
      ? []
      : ['  headers: {', ...headerLines.map((line) => `    ${line},`), '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(json(body))}),`]),
    ...(form === undefined ? [] : ['  body: form,']),
  ];
  const call =
    options.length === 0 ? `fetch(${json(url)})` : `fetch(${json(url)}, {\n${options.join('\n')}\n})`;
  return [...javaScriptForm(request), `const response = await ${call};`, ...javaScriptAnswer(request)].join(
    '\n',
  );
}

function javaScriptForm({ form, answer }: SampleRequest): string[] {
  if (answer === 'file') return ['import { writeFile } from "node:fs/promises";', ''];
  if (form === undefined) return [];
  return [
    'import { openAsBlob } from "node:fs";',
    '',
    'const form = new FormData();',
    ...Object.entries(form).map(([name, value]) => `form.set(${json(name)}, ${json(value)});`),
    `form.set("file", await openAsBlob(${json(sampleFiles.upload)}), ${json(sampleFiles.upload)});`,
  ];
}

function javaScriptAnswer({ answer = 'json', results }: SampleRequest): string[] {
  if (answer === 'json')
    return [
      'const answer = await response.json();',
      `if (!response.ok) throw new Error(\`\${answer.code}: \${answer.detail}\`);`,
      results === undefined
        ? 'console.log(JSON.stringify(answer, null, 2));'
        : `console.log(answer.${results}[0].text);`,
    ];
  const print = {
    text: 'console.log(await response.text());',
    file: `await writeFile(${json(sampleFiles.download)}, response.body);`,
    nothing: 'console.log(response.status);',
  };
  return ['if (!response.ok) throw new Error(await response.text());', print[answer]];
}

/** Standard library only. */
function python(request: SampleRequest): string {
  const { method, url, body } = request;
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  const headers = pythonHeaders(request);
  return [
    `import ${['json', 'os', 'urllib.request'].filter((name) => isUsed(name, request)).join(', ')}`,
    '',
    'request = urllib.request.Request(',
    `  ${json(url)},`,
    ...(isImplied ? [] : [`  method="${method}",`]),
    ...(headers.length === 0 ? [] : ['  headers={', ...headers.map((line) => `    ${line},`), '  },']),
    ...(body === undefined ? [] : [`  data=json.dumps(${indent(pythonLiteral(body))}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    ...pythonAnswer(request).map((line) => `  ${line}`),
  ].join('\n');
}

function isUsed(module: string, { key, body, answer = 'json' }: SampleRequest): boolean {
  if (module === 'json') return body !== undefined || answer === 'json';
  return module !== 'os' || key !== null;
}

function pythonHeaders({ key, headers = {}, body }: SampleRequest): string[] {
  return [
    ...(key === null ? [] : ['"Authorization": "Bearer " + os.environ["DRAGOMAN_KEY"]']),
    ...Object.entries(headers).map(([name, value]) => `${json(name)}: ${json(value)}`),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
}

function pythonAnswer({ answer = 'json', results }: SampleRequest): string[] {
  switch (answer) {
    case 'json':
      return results === undefined
        ? ['print(json.dumps(json.load(response), indent=2))']
        : [`print(json.load(response)["${results}"][0]["text"])`];
    case 'text':
      return ['print(response.read().decode())'];
    case 'file':
      return [`open(${json(sampleFiles.download)}, "wb").write(response.read())`];
    case 'nothing':
      return ['print(response.status)'];
  }
}

/** The standard library cannot write a form with a file. */
function pythonUpload(request: SampleRequest): string {
  return [
    'import json, os, requests',
    '',
    'response = requests.post(',
    `  ${json(request.url)},`,
    '  headers={',
    ...pythonHeaders(request).map((line) => `    ${line},`),
    '  },',
    `  data=${indent(pythonLiteral(request.form))},`,
    `  files={"file": open(${json(sampleFiles.upload)}, "rb")},`,
    ')',
    'response.raise_for_status()',
    'print(json.dumps(response.json(), indent=2))',
  ].join('\n');
}

/** As JSON, except for three words. */
export function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return json(value);
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => pythonLiteral(item))
    : Object.entries(value).map(([name, item]) => `${json(name)}: ${pythonLiteral(item)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (items.length === 0) return `${open}${close}`;
  return `${open}\n${items.map((item) => `  ${indent(item)},`).join('\n')}\n${close}`;
}
