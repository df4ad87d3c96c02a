/** Sends a call of the live planner (lib/live). */
import type { LiveCall, LiveRequest } from '../lib/live/live-call.ts';
import { keyOf } from '../lib/live/live-settings.ts';
import { newId } from '../lib/new-id.ts';
import { answered, at, client, Refusal } from './client.ts';

export interface SentenceTranslation {
  readonly text: string;
  readonly detectedSourceLanguage: string;
  readonly terms: readonly { readonly source: string; readonly target: string }[];
  /** Of the whole call: the server does not say which of its sentences they are about. */
  readonly warnings: readonly { readonly code: string; readonly detail: string }[];
}

export interface LiveAnswer {
  readonly translations: readonly SentenceTranslation[];
  readonly characters: number;
}

/** The translations of the call's sentences, in order. */
export async function translateLive(team: string, call: LiveCall): Promise<LiveAnswer> {
  const { signal } = call;
  const { translations, characters, warnings } = await answered(
    client.POST('/api/teams/{team}/translate', {
      ...at({ team }, repeatable(call.id)),
      body: bodyOf(call),
      signal,
    }),
  );
  return {
    translations: translations.map(({ text, detected_source_language, glossary_terms }) => ({
      text,
      detectedSourceLanguage: detected_source_language,
      terms: glossary_terms,
      warnings,
    })),
    characters,
  };
}

const askedAlternatives = 3;

interface AskedWordings {
  readonly id: string;
  readonly body: ReturnType<typeof bodyOf> & { readonly alternatives: number };
}

/** Requests whose answer was lost: repeated as they were, also if the text around changed, they are not charged again. */
const lostRequests = new Map<string, AskedWordings>();

/** Other wordings of one sentence. Each is charged like the translation, which is made and charged once more. */
export async function readAlternatives(team: string, request: LiveRequest) {
  const asked = JSON.stringify([team, keyOf(request.settings), request.texts]);
  const { id, body } = lostRequests.get(asked) ?? {
    id: newId(),
    body: { ...bodyOf(request), alternatives: askedAlternatives },
  };
  try {
    const { translations, characters } = await answered(
      client.POST('/api/teams/{team}/translate', { ...at({ team }, repeatable(id)), body }),
    );
    lostRequests.delete(asked);
    return { texts: translations[0]?.alternatives ?? [], characters };
  } catch (error) {
    if (error instanceof Refusal && error.isUnconfirmed) lostRequests.set(asked, { id, body });
    else if (isFinalRefusal(error)) lostRequests.delete(asked);
    throw error;
  }
}

/** As it is, such a call will never be answered, also if it was charged before. */
const finalCodes: ReadonlySet<string> = new Set([
  'invalid_request',
  'unsupported_language',
  'not_found',
  'payload_too_large',
  'replay_unavailable',
]);

/** Whether the id of the call is of no use any longer. Other refusals say nothing about an attempt before. */
export function isFinalRefusal(error: unknown): boolean {
  return error instanceof Refusal && finalCodes.has(error.code);
}

function repeatable(id: string) {
  return { header: { 'Idempotency-Key': id } };
}

/** Half a surrogate pair, as a program leaves that cuts off an emoji, or NUL: the server refuses the whole call for one. */
function readable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

export function bodyOf({ settings, texts, sourceLang, context }: LiveRequest) {
  return {
    text: texts.map(readable),
    target_lang: settings.targetLang,
    ...(sourceLang !== undefined && { source_lang: sourceLang }),
    ...(context !== undefined && { context: readable(context) }),
    ...(settings.glossaryId !== undefined && { glossary_id: settings.glossaryId }),
    ...(settings.formality !== undefined && { formality: settings.formality as Formality }),
    ...(settings.styleId !== undefined && { style_id: settings.styleId }),
  };
}

type Formality = 'default' | 'more' | 'less' | 'prefer_more' | 'prefer_less';
