/** The state of the Translate page: what is chosen, the live session, and the history. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { translateLive } from '../../api/live-translation.ts';
import { useKept, useKeptObject } from '../../state/kept.ts';
import { useRecent } from '../../state/recent.ts';
import { useStyleLists } from '../../state/style-lists.ts';
import { noWishes, type TranslationOptions, useTranslationOptions } from '../../state/translation-options.ts';
import { LiveSession } from './live-session.ts';

export type Translating = ReturnType<typeof useTranslate>;

export function useTranslate(team: string) {
  const recent = { source: useRecent('source-languages'), target: useRecent('target-languages') };
  const first = { ...noWishes, target: recent.target.values[0] ?? '' };
  const options = useTranslationOptions(team, 'translate', first);
  const style = useStyle(team, options);
  const queries = useQueryClient();
  const session = useKeptObject(
    `translate ${team}`,
    () =>
      new LiveSession({ targetLang: '' }, async (call) => {
        try {
          return await translateLive(team, call);
        } finally {
          for (const name of ['usage', 'summary', 'keys'])
            void queries.invalidateQueries({ queryKey: [name, team] });
        }
      }),
  );
  const { target, source, formality } = options;
  const targetLang = target?.code ?? '';
  const glossaryId = options.glossary?.id;
  const glossaryVersion = options.glossary?.version;
  const styleId = style.chosen?.style_id;
  const styleVersion = style.chosen?.version;
  const settings = useMemo(
    () => ({
      targetLang,
      ...(source !== '' && { sourceLang: source }),
      ...(formality !== '' && { formality }),
      ...(glossaryId !== undefined && { glossaryId, glossaryVersion }),
      ...(styleId !== undefined && { styleId, styleVersion: String(styleVersion) }),
    }),
    [targetLang, source, formality, glossaryId, glossaryVersion, styleId, styleVersion],
  );
  // Otherwise a text would be translated, and charged, without the glossary or the style that was chosen before.
  const isReady = target !== undefined && options.isGlossaryKnown && style.isKnown;
  useEffect(() => {
    if (!isReady) return undefined;
    session.configure(settings);
    return session.open();
  }, [session, settings, isReady]);
  const retry = () => {
    options.retry();
    style.retry();
  };
  return { session, options, style, recent, isReady, error: options.error ?? style.error, retry };
}

function useStyle(team: string, options: TranslationOptions) {
  const lists = useStyleLists(team, options);
  const [wish, choose] = useKept(`style ${team}`, '');
  const isKnown = wish === '' || lists.isLoaded;
  return {
    offered: lists.offered,
    chosen: lists.offered.find(({ style_id }) => style_id === wish),
    choose,
    isKnown,
    /** Only if it is in the way of a translation. */
    error: isKnown ? null : lists.error,
    retry: () => {
      if (lists.error !== null) void lists.refetch();
    },
  };
}

export function useText(session: LiveSession): string {
  return useSyncExternalStore(session.subscribe, () => session.text);
}

export function useShown(session: LiveSession) {
  return useSyncExternalStore(session.subscribe, () => session.shown);
}
