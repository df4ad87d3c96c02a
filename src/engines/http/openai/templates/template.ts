/**
 * A template holds everything that is specific to one kind of language model: the request that the model was
 * trained to understand, how the options of a call are put into words, and how its answer is read.
 */
import type { JsonObject } from '../../../../lib/merge-patch.ts';
import type { PairFeatures } from '../../../engine.ts';
import type { WireBatch } from '../../http-engine.ts';

export interface Template {
  /** `markup` is the default of the setting with this name: whether the model is trusted with tags. */
  readonly features: Required<Omit<PairFeatures, 'instructionLimit'>>;
  /** Whether the model can also rephrase texts in their own language. */
  readonly rephrases: boolean;
  /** Whether one request may contain several texts. Otherwise every batch has one. */
  readonly takesSeveralTexts: boolean;
  /** For models with a short context: longer texts are split before they are queued. */
  readonly charactersPerText?: number;
  /** The request without the name of the model and the token limit. */
  requestFor(batch: WireBatch): JsonObject;
  /** Finds the translations in the text that the model wrote. */
  read(content: string, texts: readonly string[]): Read;
}

export type Read = { ok: true; texts: string[] } | Failed;

/** The reason is for operators and never contains a text. */
export interface Failed {
  readonly ok: false;
  readonly reason: string;
  /** The model refuses this text, and may well translate others. */
  readonly isRefusal?: boolean;
  /** The request does not fit into the context of the model; a shorter text may. */
  readonly isTooLong?: boolean;
}

export function failed(reason: string): Failed {
  return { ok: false, reason };
}

export const howToStopThinking =
  'turn thinking off under "parameters", with "reasoning_effort: none" or what the model needs';
