/** Parses the texts of a request and counts what it costs, before any engine is used. */
import type { Engine } from '../engines/engine.ts';
import { countCodePoints } from '../lib/code-points.ts';
import { mainThread } from '../lib/event-loop-turns.ts';
import { canonicalLanguageTag } from '../lib/language-tag.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { countNeighbours } from './context/neighbour-contexts.ts';
import { preparePassages } from './context/prepare-passages.ts';
import { usesNeighbours } from './context/unit-options.ts';
import { gatherInstructions, type ReadStyleRules } from './instructions/gather-instructions.ts';
import { countPlainTexts, prepareTexts } from './prepare-texts.ts';
import { tooManyWithAlternatives } from './refusals.ts';
import type { Leg } from './routing/language-routes.ts';
import type { TranslationRequest } from './routing/plan-call.ts';
import type { TeamRoutes } from './routing/team-routes.ts';
import { countUnits } from './translate-units.ts';
import type { TeamRights, Translator } from './translator.ts';

export function createPreparation(
  engines: readonly Engine[],
  { routesFor, enginesFor }: TeamRoutes,
  readStyleRules: ReadStyleRules | undefined,
): Pick<Translator, 'count' | 'prepare'> {
  const anyUsesNeighbours = engines.some(({ contextSegments = 0 }) => contextSegments > 0);
  return {
    count(request, rights) {
      const { texts, markup, context, instructions, sentenceEnds } = request;
      const isSplit = sentenceEnds !== undefined && neighbourLegsOf(request, rights).length > 0;
      if (markup !== undefined || context || instructions !== undefined || isSplit)
        return { ok: true, characters: undefined };
      const counted = countPlainTexts(texts);
      return counted.ok ? withAlternatives(counted.characters, request, rights) : counted;
    },
    async prepare(request, { signal, ...rights }) {
      const { teamId } = rights;
      const pace = mainThread.paceFor(teamId, signal);
      const own = await request.glossary?.readEntries?.(pace);
      if (own?.ok === false) return own;
      const gathered = await gatherInstructions(readStyleRules, request, teamId);
      if (!gathered.ok) return gathered;
      const instructions = gathered.value;
      const prepared = await prepareTexts(request.texts, request, pace);
      if (!prepared.ok) return prepared;
      const { texts } = prepared;
      const once = texts.reduce((sum, text) => sum + text.characters, 0);
      const counted = withAlternatives(once, request, rights);
      if (!counted.ok) return counted;
      const { characters } = counted;
      const legs = neighbourLegsOf(request, rights);
      const passages = legs.length > 0 ? await preparePassages(request, texts, pace) : undefined;
      const sentWithEach = [request.context ?? '', ...instructions.map((each) => each.text)];
      const perUnit = sentWithEach.reduce((sum, text) => sum + countCodePoints(text), 0);
      const contextOnce = perUnit * countUnits(texts) + (await countNeighbours(passages, legs, pace));
      const contextCharacters = contextOnce * (1 + mostAlternatives(request, rights));
      const ownEntries = own?.value;
      return { ok: true, request, texts, characters, passages, contextCharacters, instructions, ownEntries };
    },
  };

  /** How many alternatives a text may get and be charged for. */
  function mostAlternatives(request: TranslationRequest, rights: TeamRights): number {
    const { alternatives = 0 } = request;
    if (alternatives === 0) return 0;
    return routesFor(enginesFor(request, rights.engines)).giveAlternatives ? alternatives : 0;
  }

  /** Alternatives count towards every limit, since the burst of characters covers no larger call. */
  function withAlternatives(once: number, request: TranslationRequest, rights: TeamRights) {
    const alternatives = mostAlternatives(request, rights);
    const characters = once * (1 + alternatives);
    if (characters > requestLimits.maxCharactersPerCall) return tooManyWithAlternatives(once, alternatives);
    return { ok: true as const, characters };
  }

  /** The legs that a request may use and that get neighbours. Its source language may not be known yet. */
  function neighbourLegsOf(request: TranslationRequest, rights: TeamRights): readonly Leg[] {
    const target = canonicalLanguageTag(request.targetLang ?? '');
    if (!anyUsesNeighbours || target === undefined || request.rephrase !== undefined) return [];
    const routes = routesFor(enginesFor(request, rights.engines));
    const source = canonicalLanguageTag(request.sourceLang ?? '');
    const sources = source === undefined ? routes.sourcesFor(target) : [source];
    return sources
      .flatMap((each) => routes.find(each, target))
      .flatMap(({ legs: [first] }) => (first !== undefined && usesNeighbours(first) ? first : []));
  }
}
