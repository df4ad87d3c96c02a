/** Sends a call of the live planner (lib/live). */
import type { LiveCall } from '../lib/live/live-planner.ts';
import { answered, at, client } from './client.ts';

/** The translations of the call's sentences, in order, with alternatives and glossary terms. */
export async function translateLive(team: string, call: LiveCall) {
  const { settings, texts, sourceLang, context, signal } = call;
  const body = {
    text: [...texts],
    target_lang: settings.targetLang,
    ...(sourceLang !== undefined && { source_lang: sourceLang }),
    ...(context !== undefined && { context }),
    ...(settings.glossaryId !== undefined && { glossary_id: settings.glossaryId }),
    ...(settings.formality !== undefined && { formality: settings.formality as Formality }),
    ...(settings.styleId !== undefined && { style_id: settings.styleId }),
  };
  const { translations, characters, warnings } = await answered(
    client.POST('/api/teams/{team}/translate', { ...at({ team }), body, signal }),
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

type Formality = 'default' | 'more' | 'less' | 'prefer_more' | 'prefer_less';
