/** What is chosen on the playground, and the call that it makes. */
import { useMemo, useState } from 'react';
import { useGlossaries, useLanguages } from '../../api/queries.ts';
import type { SampleCall } from './call-samples.ts';

type Formality = 'prefer_more' | 'prefer_less';
type Markup = 'html' | 'xml';

export interface Wishes {
  readonly text: string;
  readonly source: string;
  readonly target: string;
  readonly formality: '' | Formality;
  readonly glossary: string;
  readonly markup: '' | Markup;
}

const nothing: Wishes = { text: '', source: '', target: '', formality: '', glossary: '', markup: '' };

export function useCallOptions(team: string) {
  const languages = useLanguages(team);
  const glossaries = useGlossaries(team);
  const [wishes, setWishes] = useState(nothing);
  const targets = languages.data?.targets ?? [];
  const target =
    targets.find(({ code }) => code === wishes.target) ??
    targets.find(({ code }) => code === 'ES') ??
    targets[0];
  // A source that this target doesn't have, or a glossary without a word in it, is no wish any more.
  const source = target?.sources.some(({ code }) => code === wishes.source) ? wishes.source : '';
  const offered = (glossaries.data?.glossaries ?? []).flatMap(({ id, name, dictionaries }) => {
    const dictionary = dictionaries.find(
      ({ source_lang, target_lang }) =>
        target_lang === target?.code && (source === '' || source_lang === source),
    );
    return dictionary === undefined ? [] : [{ id, name, source: dictionary.source_lang }];
  });
  const glossary = offered.find(({ id }) => id === wishes.glossary);
  const call = {
    text: [wishes.text],
    target_lang: target?.code ?? '',
    ...(source !== '' && { source_lang: source }),
    ...(wishes.formality !== '' && { formality: wishes.formality }),
    ...(glossary !== undefined && { glossary_id: glossary.id }),
    ...(wishes.markup !== '' && { tag_handling: wishes.markup }),
  } satisfies SampleCall;
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
    wishes,
    wish: (change: Partial<Wishes>) => setWishes({ ...wishes, ...change }),
    languages,
    targets,
    target,
    source,
    glossaries: offered,
    glossary,
    call,
    error: languages.error ?? glossaries.error,
    languageName: (code: string) => names.get(code) ?? code,
  };
}
