/**
 * What the suites expect of a translator, read from the library's own tests: nothing of the libraries is kept here.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ExampleSentences {
  /** One phrase by its language, without regions. */
  readonly byLanguage: ReadonlyMap<string, string>;
  /** The same phrase in every language, and in variants such as `zh-HANT`. */
  readonly phrases: ReadonlySet<string>;
  /** German headings and titles by the English ones. */
  readonly headings: ReadonlyMap<string, string>;
  /** Edited texts by the name of the style or tone, for one text. */
  readonly edits: { readonly text: string; readonly byWording: ReadonlyMap<string, string> } | undefined;
}

const quoted = `(?:'([^'\\n]+)'|"([^"\\n]+)")`;

export function readExampleSentences(library: string): ExampleSentences {
  const files = globSync('**/*.{ts,py,php,java,rb}', {
    cwd: library,
    exclude: (name) => /(^|\/)(node_modules|vendor|examples|src\/main)(\/|$)/.test(name),
  });
  const sources = files.filter((file) => /test|spec/i.test(file)).sort();
  const texts = sources.map((file) => readFileSync(join(library, file), 'utf8'));
  const text = texts.join('\n');
  const [found = new Map<string, string>()] = texts.map(phrases).toSorted((a, b) => b.size - a.size);
  const byLanguage = new Map([...found].filter(([tag]) => !tag.includes('-')));
  if (byLanguage.size < 20) throw new Error(`${library} has no example text in twenty languages`);
  return { byLanguage, phrases: new Set(found.values()), headings: headings(text), edits: edits(text) };
}

/** Entries of a table from language codes to phrases: `de: 'x'`, `"DE": "x"`, `'de' => 'x'` or `put("de", "x")`. */
function phrases(text: string): Map<string, string> {
  const entry = new RegExp(
    `^\\s*(?:exampleText\\.put\\()?["']?([a-z]{2}(?:-[a-z]{2,4})?)["']?(?::|\\s*=>|,)\\s*${quoted}[,)]*;?$`,
    'gim',
  );
  const found = new Map<string, string>();
  for (const [, language = '', single, double] of text.matchAll(entry)) {
    const tag = language.toLowerCase();
    if (!found.has(tag)) found.set(tag, single ?? double ?? '');
  }
  return found;
}

/** A test writes the English content of an element first, and then the German one that it expects. */
function headings(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const element of ['h1', 'title']) {
    const contents = [
      ...text.matchAll(new RegExp(`<${element}>(?:\\.\\*)?([^<.'"\\n]+(?:'s [^<\\n]+)?)`, 'g')),
    ];
    const english = contents[0]?.[1];
    const german = contents.map(([, content]) => content).find((content) => content !== english);
    if (english !== undefined && german !== undefined) found.set(english, german);
  }
  return found;
}

function edits(text: string): ExampleSentences['edits'] {
  const given = /const input = '([^']+)';\s*const output(?:Confident|Business)/.exec(text)?.[1];
  const expected = new RegExp(`const output(Confident|Business) = \\w+\\s*\\?[^:]+:\\s*${quoted};`, 'g');
  const byWording = [...text.matchAll(expected)].map(
    ([, wording = '', single, double]) => [wording.toLowerCase(), single ?? double ?? ''] as const,
  );
  return given === undefined ? undefined : { text: given, byWording: new Map(byWording) };
}
