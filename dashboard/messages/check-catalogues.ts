import { containsShown, namedControls } from './accessible-names.ts';
import { readCatalogue, sourceFiles, translatedLanguages } from './catalogues.ts';
import { extract } from './extract.ts';
import { keyOf } from './po-file.ts';
import { problemsOfTranslation } from './verify.ts';

/** What is wrong with the catalogues: not those of the source, or a broken or, if asked for, a missing translation. */
export function problemsOfCatalogues({ mustBeComplete }: { mustBeComplete: boolean }): string[] {
  const { messages, problems } = extract(sourceFiles());
  const wanted = new Set(messages.map(keyOf));
  const controls = sourceFiles().flatMap(namedControls);
  const ofLanguages = (['en', ...translatedLanguages] as const).flatMap((language) => {
    const catalogue = readCatalogue(language);
    const present = new Set(catalogue.map(keyOf));
    const texts = new Map(catalogue.map((entry) => [keyOf(entry), entry.translation || entry.text]));
    const isMissing = language !== 'en' && mustBeComplete;
    return [
      ...messages
        .filter((message) => !present.has(keyOf(message)))
        .map(({ text }) => `${JSON.stringify(text)} is not in the catalogue: run npm run messages`),
      ...catalogue
        .filter((entry) => !wanted.has(keyOf(entry)))
        .map(({ text }) => `${JSON.stringify(text)} is no longer used: run npm run messages`),
      ...catalogue.flatMap(({ text, translation }) => {
        if (translation === '') return isMissing ? [`${JSON.stringify(text)} has no translation`] : [];
        const found = problemsOfTranslation(language, text, translation);
        return found.map((problem) => `${JSON.stringify(text)}: ${problem}`);
      }),
      ...controls.flatMap(({ shown, name }) => {
        const [what = shown, whole = name] = [texts.get(shown), texts.get(name)];
        return containsShown(what, whole)
          ? []
          : [`the name "${whole}" does not contain "${what}", which its control shows`];
      }),
    ].map((problem) => `${language}: ${problem}`);
  });
  return [...problems, ...ofLanguages];
}
