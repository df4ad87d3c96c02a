import type { Pace } from '../../lib/event-loop-turns.ts';
import { type PreparedText, prepareTexts } from '../prepare-texts.ts';
import type { TranslationRequest } from '../routing/plan-call.ts';
import { type Passage, passagesOf } from './passages.ts';

/** The texts around a request are parsed like its own, so that their tags and placeholders are recognised. */
export async function preparePassages(
  request: TranslationRequest,
  texts: readonly PreparedText[],
  pace: Pace,
): Promise<readonly Passage[]> {
  const { around } = request;
  if (around === undefined) return passagesOf(texts, undefined, pace);
  const before = await preparedOrNone(around.before, request, pace);
  const after = await preparedOrNone(around.after, request, pace);
  return passagesOf(texts, { before, after }, pace);
}

/** Texts that are too large to be parsed are no context, and must not fail the request. */
async function preparedOrNone(texts: readonly string[], request: TranslationRequest, pace: Pace) {
  const prepared = await prepareTexts(texts, request, pace);
  return prepared.ok ? prepared.texts : [];
}
