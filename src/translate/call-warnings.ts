/** Everything that the caller is warned about after a call. */
import type { Pace } from '../lib/event-loop-turns.ts';
import { answerLanguageTag } from '../lib/language-tag.ts';
import type { TextsWithTerms } from './glossary/apply-glossaries.ts';
import { warnAboutSuspiciousTranslations } from './guard/suspicious-translations.ts';
import { instructionsFor } from './instructions/gather-instructions.ts';
import { choosesFormality, followsInstructions } from './routing/language-routes.ts';
import type { Plan } from './routing/plan-call.ts';
import { partlyTranslated, type TranslatedUnits } from './translate-units.ts';
import type { PreparedRequest, Translation } from './translator.ts';
import { type Warning, warn, warnAboutTexts } from './warnings.ts';

export async function callWarnings(
  prepared: PreparedRequest,
  { plan, marked }: { plan: Plan; marked: TextsWithTerms },
  translatedUnits: TranslatedUnits,
  translations: readonly Translation[],
  pace: Pace,
): Promise<Warning[]> {
  const { texts, rephrase } = prepared.request;
  if (pace.isOver) await pace.next();
  const partly = partlyTranslated(marked.texts, translatedUnits);
  return [
    ...warningsOf(plan, prepared, translatedUnits),
    ...marked.warnings,
    ...warnAboutTexts(rephrase === undefined ? 'partly_translated' : 'partly_rephrased', partly),
    // Where words were left untranslated, that alone explains an answer that is the same.
    ...(await warnAboutSuspiciousTranslations(texts, translations, plan.target, pace, new Set(partly))),
  ];
}

function warningsOf(plan: Plan, prepared: PreparedRequest, translatedUnits: TranslatedUnits): Warning[] {
  const { request } = prepared;
  const warnings: Warning[] = [];
  if ([...plan.routesBySource.values()].some((routes) => routes.length === 0)) {
    warnings.push(warn('source_equals_target'));
  }
  const withoutFormality = [...translatedUnits.values()].find(({ route }) => !choosesFormality(route))?.route;
  if (request.formality !== undefined && withoutFormality !== undefined) {
    warnings.push(warn('formality_not_supported', answerLanguageTag(withoutFormality.target)));
  }
  // There may be tens of thousands of units, but they share a few routes.
  const usedRoutes = new Set([...translatedUnits.values()].map(({ route }) => route));
  const ignoresInstructions = [...usedRoutes].find((route) => {
    const instructions = instructionsFor(prepared, route.source);
    return instructions.length > 0 && !followsInstructions(route, instructions);
  });
  if (ignoresInstructions !== undefined) {
    warnings.push(warn('instructions_not_supported', answerLanguageTag(ignoresInstructions.target)));
  }
  return warnings;
}
