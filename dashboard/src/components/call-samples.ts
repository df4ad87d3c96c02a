/**
 * Code samples for one call. Programs read the key from the environment, where secrets belong; only the command line may
 * have it, for a first try. A test runs each of them against a real server.
 */
export interface SampleCall {
  readonly text: readonly string[];
  readonly target_lang: string;
  readonly source_lang?: string;
  readonly formality?: string;
  readonly glossary_id?: string;
  readonly tag_handling?: string;
  readonly engine?: string;
  readonly style_id?: string;
  readonly custom_instructions?: readonly string[];
  readonly alternatives?: number;
}

export interface SampleRephrasing {
  readonly text: readonly string[];
  readonly task: string;
  readonly target_lang?: string;
  readonly tag_handling?: string;
  readonly engine?: string;
  readonly writing_style?: string;
  readonly tone?: string;
}

export interface CallSample {
  readonly name: string;
  readonly code: string;
}

/** The address of the API, and the key to call it with if the page has it. */
export interface SampleApi {
  readonly url: string;
  readonly key?: string;
}

/** Where a call goes, and the member of its answer that has the texts. */
interface Endpoint {
  readonly url: string;
  readonly key?: string | undefined;
  readonly results: string;
}

/** `glossarySource`: the source language of the glossary, for libraries that require it. */
export function callSamples(api: SampleApi, call: SampleCall, glossarySource?: string): CallSample[] {
  const hasLibrary = call.engine === undefined && call.alternatives === undefined;
  return [
    ...requestSamples({ ...api, url: `${api.url}/v1/translate`, results: 'translations' }, call),
    ...(hasLibrary ? [{ name: 'deepl-node', code: deeplNode(api, call, glossarySource) }] : []),
  ];
}

export function rephraseSamples(api: SampleApi, call: SampleRephrasing): CallSample[] {
  return [
    ...requestSamples({ ...api, url: `${api.url}/v1/rephrase`, results: 'improvements' }, call),
    ...(hasLibraryFor(call) ? [{ name: 'deepl-node', code: deeplNodeRephrasing(api, call) }] : []),
  ];
}

/** The library cannot correct, takes either a style or a tone, and knows no engines and no markup here. */
function hasLibraryFor({ task, writing_style, tone, engine, tag_handling }: SampleRephrasing): boolean {
  const isPlain = engine === undefined && tag_handling === undefined;
  return task === 'rephrase' && isPlain && (writing_style === undefined || tone === undefined);
}

function requestSamples(endpoint: Endpoint, call: object): CallSample[] {
  return [
    { name: 'curl', code: curl(endpoint, call) },
    { name: 'JavaScript', code: javaScript(endpoint, call) },
    { name: 'Python', code: python(endpoint, call) },
  ];
}

/** A short call is one line, which is easier to change in a terminal. */
function lineOrLines(call: object): string {
  const line = JSON.stringify(call);
  return line.length <= 60 ? line : json(call);
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

function curl({ url, key = '$DRAGOMAN_KEY' }: Endpoint, call: object): string {
  // Inside single quotes, the quote itself is the only character that needs escaping.
  const body = lineOrLines(call).replaceAll("'", `'\\''`);
  return `curl "${url}" \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '${body}'`;
}

function javaScript({ url, results }: Endpoint, call: object): string {
  return `const response = await fetch(${json(url)}, {
  method: "POST",
  headers: {
    Authorization: \`Bearer \${process.env.DRAGOMAN_KEY}\`,
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${indent(json(call))}),
});
const answer = await response.json();
if (!response.ok) throw new Error(\`\${answer.code}: \${answer.detail}\`);
console.log(answer.${results}[0].text);`;
}

/** Standard library only. Strings, lists and objects have the same syntax in Python and JSON. */
function python({ url, results }: Endpoint, call: object): string {
  return `import json, os, urllib.request

request = urllib.request.Request(
  ${json(url)},
  headers={
    "Authorization": "Bearer " + os.environ["DRAGOMAN_KEY"],
    "Content-Type": "application/json",
  },
  data=json.dumps(${indent(json(call))}).encode(),
)
with urllib.request.urlopen(request) as response:
  print(json.load(response)["${results}"][0]["text"])`;
}

function deeplNode({ url }: SampleApi, call: SampleCall, glossarySource?: string): string {
  const source = call.source_lang ?? (call.glossary_id === undefined ? undefined : glossarySource);
  const options = {
    ...(call.formality !== undefined && { formality: call.formality }),
    ...(call.glossary_id !== undefined && { glossary: call.glossary_id }),
    ...(call.tag_handling !== undefined && { tagHandling: call.tag_handling }),
    ...(call.style_id !== undefined && { styleRule: call.style_id }),
    ...(call.custom_instructions !== undefined && { customInstructions: call.custom_instructions }),
  };
  const lines = [
    json(call.text[0] ?? ''),
    source === undefined ? 'null' : json(source),
    json(variants[call.target_lang] ?? call.target_lang),
    ...(Object.keys(options).length > 0 ? [indent(json(options))] : []),
  ];
  return `import * as deepl from "deepl-node";

const client = new deepl.DeepLClient(process.env.DRAGOMAN_KEY, {
  serverUrl: ${json(url)},
});
const result = await client.translateText(
${lines.map((line) => `  ${line},`).join('\n')}
);
console.log(result.text);`;
}

function deeplNodeRephrasing(
  { url }: SampleApi,
  { text, target_lang, writing_style, tone }: SampleRephrasing,
): string {
  const lines = [text[0] ?? '', target_lang ?? null, writing_style ?? null, tone ?? null].map(json);
  return `import * as deepl from "deepl-node";

const client = new deepl.DeepLClient(process.env.DRAGOMAN_KEY, {
  serverUrl: ${json(url)},
});
const result = await client.rephraseText(
${lines.map((line) => `  ${line},`).join('\n')}
);
console.log(result.text);`;
}

/** The library accepts these two target languages only with a region. */
const variants: Readonly<Record<string, string>> = { EN: 'EN-US', PT: 'PT-PT' };

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
