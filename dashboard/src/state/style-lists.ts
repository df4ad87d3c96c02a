/** The lists of style rules that a translation can use. */
import { useStyleRules } from '../api/queries.ts';
import { coversLanguage } from '../lib/language-coverage.ts';
import type { TranslationOptions } from './translation-options.ts';

type Options = Pick<TranslationOptions, 'source' | 'target'>;

/** Whether the chosen source language, or any if it is detected, is among those of an ability of the target language. */
export function isAmong(sources: readonly string[] = [], { source }: Pick<Options, 'source'>): boolean {
  return source === '' ? sources.length > 0 : sources.includes(source);
}

/** Those for the target language, where the engine of the languages follows them. */
export function useStyleLists(team: string, options: Options) {
  const { data, error, refetch } = useStyleRules(team);
  const { target } = options;
  const isFollowed = isAmong(target?.instructions_from, options);
  const offered = isFollowed
    ? (data?.style_rules ?? []).filter(({ language }) => coversLanguage(language, target?.code ?? ''))
    : [];
  return { isFollowed, offered, isLoaded: data !== undefined, error, refetch };
}
