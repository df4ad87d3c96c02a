/**
 * Code samples for one call. They read URL and key from the environment, where secrets belong. A test runs each
 * of them against a real server.
 */
export interface SampleCall {
  readonly text: readonly string[];
  readonly target_lang: string;
  readonly source_lang?: string;
  readonly formality?: string;
  readonly glossary_id?: string;
  readonly tag_handling?: string;
}

export interface CallSample {
  readonly name: string;
  readonly code: string;
}

/** `glossarySource`: the source language of the glossary, for libraries that require it. */
export function callSamples(call: SampleCall, glossarySource?: string): CallSample[] {
  return [
    { name: 'curl', code: curl(call) },
    { name: 'JavaScript', code: javaScript(call) },
    { name: 'Python', code: python(call) },
    { name: 'deepl-node', code: deeplNode(call, glossarySource) },
  ];
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

function curl(call: SampleCall): string {
  // Inside single quotes, the quote itself is the only character that needs escaping.
  const body = json(call).replaceAll("'", `'\\''`);
  return `curl "$DRAGOMAN_URL/v1/translate" \\
  -H "Authorization: Bearer $DRAGOMAN_KEY" \\
  -H "Content-Type: application/json" \\
  -d '${body}'`;
}

function javaScript(call: SampleCall): string {
  return `const response = await fetch(\`\${process.env.DRAGOMAN_URL}/v1/translate\`, {
  method: "POST",
  headers: {
    Authorization: \`Bearer \${process.env.DRAGOMAN_KEY}\`,
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${indent(json(call))}),
});
const answer = await response.json();
if (!response.ok) throw new Error(\`\${answer.code}: \${answer.detail}\`);
console.log(answer.translations[0].text);`;
}

/** Standard library only. Strings, lists and objects have the same syntax in Python and JSON. */
function python(call: SampleCall): string {
  return `import json, os, urllib.request

request = urllib.request.Request(
  os.environ["DRAGOMAN_URL"] + "/v1/translate",
  headers={
    "Authorization": "Bearer " + os.environ["DRAGOMAN_KEY"],
    "Content-Type": "application/json",
  },
  data=json.dumps(${indent(json(call))}).encode(),
)
with urllib.request.urlopen(request) as response:
  print(json.load(response)["translations"][0]["text"])`;
}

function deeplNode(call: SampleCall, glossarySource?: string): string {
  const source = call.source_lang ?? (call.glossary_id === undefined ? undefined : glossarySource);
  const options = {
    ...(call.formality !== undefined && { formality: call.formality }),
    ...(call.glossary_id !== undefined && { glossary: call.glossary_id }),
    ...(call.tag_handling !== undefined && { tagHandling: call.tag_handling }),
  };
  const lines = [
    json(call.text[0] ?? ''),
    source === undefined ? 'null' : json(source),
    json(variants[call.target_lang] ?? call.target_lang),
    ...(Object.keys(options).length > 0 ? [indent(json(options))] : []),
  ];
  return `import * as deepl from "deepl-node";

const translator = new deepl.Translator(process.env.DRAGOMAN_KEY, {
  serverUrl: process.env.DRAGOMAN_URL,
});
const result = await translator.translateText(
${lines.map((line) => `  ${line},`).join('\n')}
);
console.log(result.text);`;
}

/** The library accepts these two target languages only with a region. */
const variants: Readonly<Record<string, string>> = { EN: 'EN-US', PT: 'PT-PT' };

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
