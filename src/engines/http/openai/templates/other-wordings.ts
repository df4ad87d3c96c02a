/**
 * How models are asked for other words than those of the usual translation: to rephrase a text in its own language,
 * and for alternatives of a translation.
 */
import type { RephraseOptions, TranslateOptions, WritingStyle, WritingTone } from '../../../engine.ts';

const tasks = {
  rephrase:
    'Improve the wording, and correct mistakes in spelling, grammar and punctuation. The meaning and the language stay ' +
    'the same. Leave a text unchanged if it is already good.',
  correct: 'Correct mistakes in spelling, grammar and punctuation, and change nothing else.',
} as const;

const styles: Readonly<Record<WritingStyle, string>> = {
  academic: 'Write in an academic style.',
  business: 'Write in a business style.',
  casual: 'Write in a casual style.',
  simple: 'Write in a simple style, with short sentences and common words.',
};

const tones: Readonly<Record<WritingTone, string>> = {
  confident: 'Use a confident tone.',
  diplomatic: 'Use a diplomatic tone.',
  enthusiastic: 'Use an enthusiastic tone.',
  friendly: 'Use a friendly tone.',
};

export function rephraseTask({ task, style, tone }: RephraseOptions): string {
  return [tasks[task], ...(style ? [styles[style]] : []), ...(tone ? [tones[tone]] : [])].join(' ');
}

/** Each alternative is asked for in words of its own, so that they differ even if the server ignores the temperature. */
const alternatives = [
  'use other words where the language has good synonyms.',
  'build the sentences in another way.',
  'translate more freely, as a native writer would put it.',
] as const;

/** `alternative` counts from 1. */
export function alternativeRule(alternative: number): string {
  const how = alternatives[(alternative - 1) % alternatives.length];
  return `The most obvious translation is already known. Give another one with the same meaning and tone: ${how}`;
}

/** Without chance, a model often repeats its first translation. */
const temperatureOfAlternatives = 0.8;

export function temperatureFor({ alternative }: TranslateOptions): number {
  return alternative ? temperatureOfAlternatives : 0;
}
