/** Translation options that the user selects: languages, engine, formality and glossary. */
import { useMemo } from 'react';
import { type Languages, useGlossaries, useLanguages } from '../api/queries.ts';
import { languageName } from '../lib/language-names.ts';
import { useKept } from './kept.ts';

export interface Wishes {
  readonly source: string;
  readonly target: string;
  readonly formality: '' | 'prefer_more' | 'prefer_less';
  readonly glossary: string;
  /** Empty: the server chooses. */
  readonly engine: string;
}

export const noWishes: Wishes = { source: '', target: '', formality: '', glossary: '', engine: '' };

type Target = Languages['targets'][number];

/** Every language that some target can be translated from, also the current target. */
export function sourcesOf(targets: readonly Target[]): Target['sources'] {
  const all = targets.flatMap(({ sources }) => sources).map((source) => [source.code, source] as const);
  return [...new Map(all).values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** A source that the target does not support changes the target: to the previous source if possible. */
export function targetFor(
  source: string,
  previousSource: string,
  current: Target | undefined,
  targets: readonly Target[],
): { target: string } | undefined {
  const supports = ({ sources }: Target) => sources.some(({ code }) => code === source);
  if (source === '' || current === undefined || supports(current)) return undefined;
  const able = targets.filter(supports);
  const next = able.find(({ code }) => code === previousSource) ?? able[0];
  return next && { target: next.code };
}

export type TranslationOptions = ReturnType<typeof useTranslationOptions>;

/** What is chosen on a page stays chosen there until the user signs out. */
export function useTranslationOptions(team: string, page: string, first = noWishes) {
  const [wishes, setWishes] = useKept(`options ${page} ${team}`, first);
  const { engine } = wishes;
  const languages = useLanguages(team, engine);
  const glossaries = useGlossaries(team);
  const targets = languages.data?.targets ?? [];
  const target =
    targets.find(({ code }) => code === wishes.target) ??
    targets.find(({ code }) => code === 'ES') ??
    targets[0];
  // Ignores a source that the target does not support, and a glossary without a dictionary for the pair.
  const source = target?.sources.some(({ code }) => code === wishes.source) ? wishes.source : '';
  const offered = (glossaries.data?.glossaries ?? []).flatMap(({ id, name, dictionaries }) => {
    const used = dictionaries.filter(
      ({ source_lang, target_lang }) =>
        target_lang === target?.code && (source === '' || source_lang === source),
    );
    const [dictionary] = used;
    if (dictionary === undefined) return [];
    // Not of the glossary: another name, or another pair, changes no translation.
    const version = used.map(({ source_lang, version }) => `${source_lang} ${version}`).join();
    return [{ id, name, source: dictionary.source_lang, version }];
  });
  const glossary = offered.find(({ id }) => id === wishes.glossary);
  const names = useMemo(
    () =>
      new Map(
        languages.data?.targets
          .flatMap(({ sources, ...target }) => [target, ...sources])
          .concat(languages.data.rephrase_languages)
          .map(({ code, name }) => [code, name]),
      ),
    [languages.data],
  );
  return {
    formality: wishes.formality,
    wish: (change: Partial<Wishes>) =>
      setWishes({
        ...wishes,
        ...targetFor(change.source ?? '', source, target, targets),
        // A target that was chosen along with the source is meant.
        ...change,
      }),
    engine,
    engines: languages.data?.engines ?? [],
    instructionEngines: languages.data?.instruction_engines ?? [],
    rephraseLanguages: languages.data?.rephrase_languages ?? [],
    targets,
    target,
    sources: sourcesOf(targets),
    source,
    glossaries: offered,
    glossary,
    /** Whether a glossary that was chosen before is `glossary`, or is not offered. False: the list has not arrived. */
    isGlossaryKnown: wishes.glossary === '' || glossaries.data !== undefined,
    /** The options as fields of the request body. */
    members: {
      target_lang: target?.code ?? '',
      ...(source !== '' && { source_lang: source }),
      ...(wishes.formality !== '' && { formality: wishes.formality }),
      ...(glossary !== undefined && { glossary_id: glossary.id }),
      ...(engine !== '' && { engine }),
    },
    error: languages.error ?? glossaries.error,
    retry: () => {
      for (const query of [languages, glossaries]) if (query.error !== null) void query.refetch();
    },
    languageName: (code: string) => languageName(code, names.get(code) ?? code),
  };
}
