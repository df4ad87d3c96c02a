/** Code samples for a call that translates or rephrases. A test runs each of them against a real server. */
import { json, type SampleRequest } from './curl-sample.ts';
import { type CallSample, indent, requestSamples } from './request-samples.ts';

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

/** The address of the API, and the key to call it with if the page has it. */
export interface SampleApi {
  readonly url: string;
  readonly key?: string;
}

/** `glossarySource`: the source language of the glossary, for libraries that require it. */
export function callSamples(api: SampleApi, call: SampleCall, glossarySource?: string): CallSample[] {
  const hasLibrary = call.engine === undefined && call.alternatives === undefined;
  return [
    ...requestSamples(post(api, '/v1/translate', 'translations', call)),
    ...(hasLibrary ? [{ name: 'deepl-node', code: deeplNode(api, call, glossarySource) }] : []),
  ];
}

export function rephraseSamples(api: SampleApi, call: SampleRephrasing): CallSample[] {
  return [
    ...requestSamples(post(api, '/v1/rephrase', 'improvements', call)),
    ...(hasLibraryFor(call) ? [{ name: 'deepl-node', code: deeplNodeRephrasing(api, call) }] : []),
  ];
}

/** The library cannot correct, takes either a style or a tone, and knows no engines and no markup here. */
function hasLibraryFor({ task, writing_style, tone, engine, tag_handling }: SampleRephrasing): boolean {
  const isPlain = engine === undefined && tag_handling === undefined;
  return task === 'rephrase' && isPlain && (writing_style === undefined || tone === undefined);
}

function post({ url, key }: SampleApi, path: string, results: string, body: object): SampleRequest {
  return { method: 'POST', url: `${url}${path}`, key, body, results };
}

export function deeplNode({ url }: SampleApi, call: SampleCall, glossarySource?: string): string {
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

export function deeplNodeRephrasing(
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
