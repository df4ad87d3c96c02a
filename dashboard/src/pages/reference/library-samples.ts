/** The operations that client libraries of DeepL have a method for, as calls of that method. */
import {
  deeplNode,
  deeplNodeRephrasing,
  type SampleCall,
  type SampleRephrasing,
} from '../../components/call-samples.ts';
import { json, sampleFiles } from '../../components/curl-sample.ts';
import { type CallSample, pythonLiteral } from '../../components/request-samples.ts';
import type { Operation } from './document.ts';
import { type FormValues, keyOf, parsedBody } from './operation-request.ts';

interface LibraryCall {
  /** Arguments are added to it. */
  readonly node: string;
  readonly python: string;
}

const withId: Readonly<Record<string, LibraryCall>> = {
  readV2Glossary: { node: 'getGlossary', python: 'get_glossary' },
  deleteV2Glossary: { node: 'deleteGlossary', python: 'delete_glossary' },
  readV2GlossaryEntries: { node: 'getGlossaryEntries', python: 'get_glossary_entries' },
  readV3Glossary: { node: 'getMultilingualGlossary', python: 'get_multilingual_glossary' },
  deleteV3Glossary: { node: 'deleteMultilingualGlossary', python: 'delete_multilingual_glossary' },
  readStyleRules: { node: 'getStyleRule', python: 'get_style_rule' },
  deleteStyleRules: { node: 'deleteStyleRule', python: 'delete_style_rule' },
};

const { upload, download } = sampleFiles;

/** Whole calls. */
const others: Readonly<Record<string, LibraryCall>> = {
  readV2Usage: { node: 'getUsage()', python: 'get_usage()' },
  listV2Languages: { node: 'getTargetLanguages()', python: 'get_target_languages()' },
  askForV2Languages: { node: 'getTargetLanguages()', python: 'get_target_languages()' },
  listGlossaryLanguagePairs: { node: 'getGlossaryLanguagePairs()', python: 'get_glossary_languages()' },
  listV2Glossaries: { node: 'listGlossaries()', python: 'list_glossaries()' },
  createV2Glossary: {
    node: 'createGlossary(\n  "Product terms",\n  "EN",\n  "ES",\n  new deepl.GlossaryEntries({ entries: { house: "casa" } }),\n)',
    python:
      'create_glossary(\n  "Product terms",\n  source_lang="EN",\n  target_lang="ES",\n  entries={"house": "casa"},\n)',
  },
  listV3Glossaries: { node: 'listMultilingualGlossaries()', python: 'list_multilingual_glossaries()' },
  listStyleRules: { node: 'getAllStyleRules()', python: 'get_all_style_rules()' },
  uploadV2Document: {
    node: `translateDocument(${json(upload)}, ${json(download)}, null, "ES")`,
    python: `translate_document_from_filepath(${json(upload)}, ${json(download)}, target_lang="ES")`,
  },
};

export function librarySamples(operation: Operation, values: FormValues, url: string): CallSample[] {
  const samples = samplesIn(operation, values, url);
  return samples === undefined
    ? []
    : [
        { name: 'deepl-node', code: samples.node },
        { name: 'deepl-python', code: samples.python },
      ];
}

function samplesIn(
  { operationId }: Operation,
  values: FormValues,
  url: string,
): { node: string; python: string } | undefined {
  const body = textBody(parsedBody(values.body));
  if (operationId === 'translateV2' && body !== undefined) return translation(body, url);
  if (operationId === 'rephraseV2' && body !== undefined) return rephrasing(body, url);
  const id = json(values.parameters[keyOf({ in: 'path', name: 'id' })] || 'ID');
  const named = withId[operationId];
  const call =
    named === undefined
      ? others[operationId]
      : { node: `${named.node}(${id})`, python: `${named.python}(${id})` };
  if (call === undefined) return undefined;
  return {
    node: `${nodeClient(url)}\nconsole.log(await client.${call.node});`,
    python: `${pythonClient(url)}\nprint(client.${call.python})`,
  };
}

type TextBody = SampleCall & Partial<SampleRephrasing>;

/** Undefined unless the body has what the samples read. */
function textBody(body: unknown): TextBody | undefined {
  const { text, target_lang } = Object(body) as { text?: unknown; target_lang?: unknown };
  const isComplete = typeof text === 'object' && Array.isArray(text) && typeof target_lang === 'string';
  return isComplete ? (body as TextBody) : undefined;
}

function translation(body: TextBody, url: string) {
  const { text, source_lang, target_lang } = body;
  const lines = [
    pythonLiteral(text[0] ?? ''),
    ...(source_lang === undefined ? [] : [`source_lang=${pythonLiteral(source_lang)}`]),
    `target_lang=${pythonLiteral(variants[target_lang] ?? target_lang)}`,
  ];
  return { node: deeplNode({ url }, body), python: pythonCall('translate_text', lines, url) };
}

function rephrasing(body: TextBody, url: string) {
  const { text, target_lang } = body;
  const lines = [pythonLiteral(text[0] ?? ''), `target_lang=${pythonLiteral(target_lang)}`];
  return {
    node: deeplNodeRephrasing({ url }, { ...body, task: 'rephrase' }),
    python: pythonCall('rephrase_text', lines, url),
  };
}

/** The libraries accept these two target languages only with a region. */
const variants: Readonly<Record<string, string>> = { EN: 'EN-US', PT: 'PT-PT' };

function pythonCall(method: string, lines: readonly string[], url: string): string {
  const shown = lines.map((line) => `  ${line},`).join('\n');
  return `${pythonClient(url)}\nresult = client.${method}(\n${shown}\n)\nprint(result.text)`;
}

function nodeClient(url: string): string {
  return `import * as deepl from "deepl-node";

const client = new deepl.DeepLClient(process.env.DRAGOMAN_KEY, {
  serverUrl: ${json(url)},
});`;
}

function pythonClient(url: string): string {
  return `import deepl, os

client = deepl.DeepLClient(os.environ["DRAGOMAN_KEY"], server_url=${json(url)})`;
}
