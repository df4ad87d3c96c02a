/** What the user has chosen and typed, and the call that it makes. */
import { usePublicApi } from '../../api/queries.ts';
import {
  callSamples,
  rephraseSamples,
  type SampleCall,
  type SampleRephrasing,
} from '../../components/call-samples.ts';
import { useKept } from '../../state/kept.ts';
import { useTranslationOptions } from '../../state/translation-options.ts';
import { type Mode, wordsOf } from './mode-words.ts';
import { useRephrasing } from './rephrase-fields.tsx';
import type { PlaygroundCall } from './use-playground-call.ts';
import { useWording } from './use-wording.ts';

export type { Mode } from './mode-words.ts';

const allModes = () =>
  (['translate', 'rephrase', 'correct'] as const).map((value) => ({ value, label: wordsOf(value).action }));

export function usePlaygroundForm(team: string) {
  const api = usePublicApi();
  const options = useTranslationOptions(team, 'playground');
  const wording = useWording(team, options);
  const [wish, setMode] = useKept<Mode>(`playground mode ${team}`, 'translate');
  const [text, setText] = useKept(`playground ${team}`, '');
  const [markup, setMarkup] = useKept<'' | 'html' | 'xml'>(`playground markup ${team}`, '');
  const modes = options.rephraseLanguages.length > 0 ? allModes() : allModes().slice(0, 1);
  const mode = modes.some(({ value }) => value === wish) ? wish : 'translate';
  const rephrasing = useRephrasing(
    team,
    options.rephraseLanguages,
    mode === 'correct' ? 'correct' : 'rephrase',
  );
  const shared = {
    text: [text],
    ...(markup !== '' && { tag_handling: markup }),
    ...(options.engine !== '' && { engine: options.engine }),
  };
  const translation = { ...shared, ...options.members, ...wording.members } satisfies SampleCall;
  const rephrased = { ...shared, ...rephrasing.members } satisfies SampleRephrasing;
  const isTranslation = mode === 'translate';
  const call: PlaygroundCall = isTranslation
    ? { kind: 'translate', body: translation }
    : { kind: 'rephrase', body: rephrased };
  return {
    error: options.error ?? wording.error,
    retry: () => {
      options.retry();
      wording.retry();
    },
    options,
    wording,
    rephrasing,
    modes,
    mode,
    setMode,
    words: wordsOf(mode),
    text,
    setText,
    markup,
    setMarkup,
    alternatives: isTranslation ? wording.alternatives : 0,
    call,
    samples: isTranslation
      ? callSamples(api, translation, options.glossary?.source)
      : rephraseSamples(api, rephrased),
  };
}
