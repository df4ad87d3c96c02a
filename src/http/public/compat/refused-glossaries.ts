/**
 * Glossaries in a call. They are stored, and can't be applied yet. A library doesn't tell its caller what was left
 * out of a translation, so a call that names a glossary is refused, with the reason that is nearest to the caller.
 */
import type { Glossaries, Glossary } from '../../../accounts/glossaries/glossaries.ts';
import { type Problem, problem } from '../../../lib/errors.ts';
import { canonicalLanguageTag, sameLanguage } from '../../../lib/language-tag.ts';
import type { CompatTranslateBody } from './translate-body.ts';

export async function refuseGlossaries(
  glossaries: Glossaries,
  teamId: string,
  { glossary_id, glossary_ids = [], source_lang, target_lang }: CompatTranslateBody,
): Promise<Problem | undefined> {
  // Every call with a glossary ends here, so looking at one of them is enough to say why.
  const id = glossary_id ?? glossary_ids[0];
  if (id === undefined) return undefined;
  if (source_lang === undefined) return noSource;
  const found = await glossaries.find(teamId, id);
  if (!found.ok) return unknown;
  return hasPair(found.value, source_lang, target_lang) ? notApplied : noDictionary;
}

const noSource = problem('invalid_request', 'source_lang is required with a glossary. Send it.');
const unknown = problem('not_found', 'There is no glossary with this id. Translate without glossary_id.');
const noDictionary = problem(
  'invalid_request',
  'No dictionary found for language pair: the glossary has none for source_lang and target_lang.',
);
const notApplied = problem(
  'invalid_request',
  'glossary_id: glossaries are stored by this server but not yet applied in calls. Translate without it.',
);

/** A dictionary serves every region of its languages. */
function hasPair({ dictionaries }: Glossary, source: string, target: string): boolean {
  const [from, to] = [source, target].map(canonicalLanguageTag);
  if (from === undefined || to === undefined) return false;
  return dictionaries.some(
    ({ sourceLang, targetLang }) => sameLanguage(sourceLang, from) && sameLanguage(targetLang, to),
  );
}
