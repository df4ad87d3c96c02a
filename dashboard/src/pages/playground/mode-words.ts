/** What a call does with its text, in the words of the page. */
import type { Task } from './rephrase-fields.tsx';

export type Mode = 'translate' | Task;

export interface ModeWords {
  readonly action: string;
  readonly result: string;
  readonly inProgress: string;
  readonly beforeResult: string;
}

export const wordsOf: Readonly<Record<Mode, ModeWords>> = {
  translate: {
    action: 'Translate',
    result: 'Translation',
    inProgress: 'Translating',
    beforeResult: 'The translation appears here.',
  },
  rephrase: {
    action: 'Rephrase',
    result: 'Rephrased text',
    inProgress: 'Rephrasing',
    beforeResult: 'The rephrased text appears here.',
  },
  correct: {
    action: 'Correct',
    result: 'Corrected text',
    inProgress: 'Correcting',
    beforeResult: 'The corrected text appears here.',
  },
};
