/** What a call does with its text, in the words of the page. */
import { t } from '../../lib/messages.ts';
import type { Task } from './rephrase-fields.tsx';

export type Mode = 'translate' | Task;

export interface ModeWords {
  readonly action: string;
  readonly result: string;
  readonly inProgress: string;
  readonly beforeResult: string;
}

const words: Readonly<Record<Mode, () => ModeWords>> = {
  translate: () => ({
    action: t('Translate'),
    result: t('Translation'),
    inProgress: t('Translating'),
    beforeResult: t('The translation appears here.'),
  }),
  rephrase: () => ({
    action: t('Rephrase'),
    result: t('Rephrased text'),
    inProgress: t('Rephrasing'),
    beforeResult: t('The rephrased text appears here.'),
  }),
  correct: () => ({
    action: t('Correct'),
    result: t('Corrected text'),
    inProgress: t('Correcting'),
    beforeResult: t('The corrected text appears here.'),
  }),
};

export function wordsOf(mode: Mode): ModeWords {
  return words[mode]();
}
