/** Sends a call of the live planner (lib/live). */
import type { LiveCall } from '../lib/live/live-planner.ts';
import { answered, at, client } from './client.ts';

/** The translations of the call's sentences, in order, with glossary terms. */
export async function translateLive(team: string, call: LiveCall) {
  const { signal } = call;
  const { translations, characters, warnings } = await answered(
    client.POST('/api/teams/{team}/translate', { ...at({ team }), body: bodyOf(call), signal }),
  );
  return {
    translations: translations.map(({ detected_source_language: detectedSourceLanguage, ...rest }) => ({
      ...rest,
      detectedSourceLanguage,
    })),
    characters,
    warnings,
  };
}

export function bodyOf({ settings, texts, sourceLang, context }: LiveCall) {
  return {
    text: [...texts],
    target_lang: settings.targetLang,
    ...(sourceLang !== undefined && { source_lang: sourceLang }),
    ...(context !== undefined && { context }),
    ...(settings.glossaryId !== undefined && { glossary_id: settings.glossaryId }),
    ...(settings.formality !== undefined && { formality: settings.formality as Formality }),
    ...(settings.styleId !== undefined && { style_id: settings.styleId }),
  };
}

type Formality = 'default' | 'more' | 'less' | 'prefer_more' | 'prefer_less';
