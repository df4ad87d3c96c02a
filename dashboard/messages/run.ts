/**
 * npm run messages                        updates the catalogues from the source
 * npm run messages -- --check             fails if they are out of date or have a broken translation
 * npm run messages -- --check --complete  fails also if a translation is missing
 * npm run messages -- --missing de        prints the messages without a translation as JSON
 * npm run messages -- --fill de FILE      writes translations, in the form that --missing prints, into the catalogue
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type InterfaceLanguage, isInterfaceLanguage } from '../src/lib/interface-languages.ts';
import { merge, readCatalogue, sourceFiles, translatedLanguages, writeCatalogue } from './catalogues.ts';
import { problemsOfCatalogues } from './check-catalogues.ts';
import { extract } from './extract.ts';
import { type Filled, fill } from './fill.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    complete: { type: 'boolean', default: false },
    missing: { type: 'string' },
    fill: { type: 'string' },
  },
});

function languageOf(code: string): InterfaceLanguage {
  if (isInterfaceLanguage(code) && code !== 'en') return code;
  throw new Error(
    `"${code}" is not a translated language. Choose one of: ${translatedLanguages.join(', ')}.`,
  );
}

function report(problems: readonly string[]): void {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

if (values.missing !== undefined) {
  const missing = readCatalogue(languageOf(values.missing))
    .filter(({ translation }) => translation === '')
    .map(({ text, context, files }) => ({
      ...(context !== '' && { context }),
      text,
      translation: '',
      files,
    }));
  console.log(JSON.stringify(missing, null, 2));
} else if (values.fill !== undefined) {
  const language = languageOf(values.fill);
  const filled = JSON.parse(readFileSync(positionals[0] ?? 0, 'utf8')) as readonly Filled[];
  const { entries, problems, count } = fill(language, readCatalogue(language), filled);
  writeCatalogue(language, entries);
  console.error(`${count} translations written, ${problems.length} refused.`);
  report(problems);
} else if (values.check) {
  report(problemsOfCatalogues({ mustBeComplete: values.complete }));
} else {
  const { messages, problems } = extract(sourceFiles());
  for (const language of ['en', ...translatedLanguages] as const)
    writeCatalogue(language, merge(messages, readCatalogue(language)));
  console.error(`${messages.length} messages.`);
  report(problems);
}
