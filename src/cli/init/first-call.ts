/** The first translation of an installation, for a pair that it supports. */
import type { ExaminedPair, ExampleText } from '../examine.ts';

/** In order of preference. */
const samples: Readonly<Record<string, string>> = {
  en: 'The house is big.',
  es: 'La casa es grande.',
  fr: 'La maison est grande.',
  de: 'Das Haus ist groß.',
  pt: 'A casa é grande.',
  it: 'La casa è grande.',
  sv: 'Huset är stort.',
  ca: 'La casa és gran.',
};

/** A sentence for the best engine that has a pair for it. */
export function chooseExample(pairs: readonly ExaminedPair[]): ExampleText | undefined {
  for (const engine of new Set(pairs.map((pair) => pair.engine))) {
    for (const [source, text] of Object.entries(samples)) {
      const found = pairs.filter((pair) => pair.engine === engine && pair.source === source);
      const pair = found.find(({ target }) => target === 'es') ?? found[0];
      if (pair !== undefined) return { ...pair, text };
    }
  }
  return undefined;
}

/** The curl command of that translation. */
export function firstCall(url: string, key: string, pairs: readonly ExaminedPair[]): string {
  const example = chooseExample(pairs);
  if (example === undefined) return `curl -s ${url}/v1/languages -H "Authorization: Bearer ${key}"`;
  const { source, target, text } = example;
  const body = { text: [text], source_lang: source.toUpperCase(), target_lang: target.toUpperCase() };
  return [
    `curl -s ${url}/v1/translate \\`,
    `  -H "Authorization: Bearer ${key}" -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}
