/** Translation options that the user selects: languages, formality and glossary. */
import { useMemo, useState } from 'react';
import { useGlossaries, useLanguages } from '../api/queries.ts';

export interface Wishes {
  readonly source: string;
  readonly target: string;
  readonly formality: '' | 'prefer_more' | 'prefer_less';
  readonly glossary: string;
}

const nothing: Wishes = { source: '', target: '', formality: '', glossary: '' };

export type TranslationOptions = ReturnType<typeof useTranslationOptions>;

export function useTranslationOptions(team: string) {
  const languages = useLanguages(team);
  const glossaries = useGlossaries(team);
  const [wishes, setWishes] = useState(nothing);
  const targets = languages.data?.targets ?? [];
  const target =
    targets.find(({ code }) => code === wishes.target) ??
    targets.find(({ code }) => code === 'ES') ??
    targets[0];
  // Ignores a source that the target does not support, and a glossary without a dictionary for the pair.
  const source = target?.sources.some(({ code }) => code === wishes.source) ? wishes.source : '';
  const offered = (glossaries.data?.glossaries ?? []).flatMap(({ id, name, dictionaries }) => {
    const dictionary = dictionaries.find(
      ({ source_lang, target_lang }) =>
        target_lang === target?.code && (source === '' || source_lang === source),
    );
    return dictionary === undefined ? [] : [{ id, name, source: dictionary.source_lang }];
  });
  const glossary = offered.find(({ id }) => id === wishes.glossary);
  const names = useMemo(
    () =>
      new Map(
        languages.data?.targets.flatMap(({ code, name, sources }) => [
          [code, name] as const,
          ...sources.map((one) => [one.code, one.name] as const),
        ]),
      ),
    [languages.data],
  );
  return {
    formality: wishes.formality,
    wish: (change: Partial<Wishes>) => setWishes({ ...wishes, ...change }),
    targets,
    target,
    source,
    glossaries: offered,
    glossary,
    /** The options as fields of the request body. */
    members: {
      target_lang: target?.code ?? '',
      ...(source !== '' && { source_lang: source }),
      ...(wishes.formality !== '' && { formality: wishes.formality }),
      ...(glossary !== undefined && { glossary_id: glossary.id }),
    },
    error: languages.error ?? glossaries.error,
    retry: () => void languages.refetch(),
    languageName: (code: string) => names.get(code) ?? code,
  };
}
