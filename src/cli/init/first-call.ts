/** Builds the curl command of a first translation, for a pair that this installation supports. */
interface Pair {
  readonly source: string;
  readonly target: string;
}

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

export function firstCall(url: string, key: string, pairs: readonly Pair[]): string {
  for (const [source, text] of Object.entries(samples)) {
    const targets = pairs.filter((pair) => pair.source === source).map((pair) => pair.target);
    const target = targets.includes('es') ? 'es' : targets[0];
    if (target === undefined) continue;
    const body = { text: [text], source_lang: source.toUpperCase(), target_lang: target.toUpperCase() };
    return [
      `curl -s ${url}/v1/translate \\`,
      `  -H "Authorization: Bearer ${key}" -H 'Content-Type: application/json' \\`,
      `  -d '${JSON.stringify(body)}'`,
    ].join('\n');
  }
  return `curl -s ${url}/v1/languages -H "Authorization: Bearer ${key}"`;
}
