/**
 * Gathers what a call asks of the wording: its own instructions, then those of a stored list of style rules. The
 * list is read with every call, so that a change takes effect on all nodes at once.
 */
import { baseLanguage, canonicalLanguageTag } from '../../lib/language-tag.ts';
import { done, type Outcome, type Refusal } from '../../lib/outcome.ts';
import { wordConfiguredRules } from '../../lib/word-configured-rules.ts';
import { isDatabaseUnavailable } from '../../store/postgres/database-errors.ts';
import type { StyleRuleListRow } from '../../store/postgres/style-rules.ts';
import * as refusals from '../refusals.ts';
import type { TranslationRequest } from '../routing/plan-call.ts';

export interface Instruction {
  readonly text: string;
  /** The only source language that it applies to. */
  readonly sourceLang?: string | undefined;
}

export type ReadStyleRules = (teamId: string, styleId: string) => Promise<StyleRuleListRow | undefined>;

export async function gatherInstructions(
  read: ReadStyleRules | undefined,
  { instructions, targetLang }: Pick<TranslationRequest, 'instructions' | 'targetLang'>,
  teamId: string,
): Promise<Outcome<readonly Instruction[]>> {
  if (instructions === undefined) return done([]);
  const own = instructions.texts.map((text) => ({ text }));
  if (instructions.styleId === undefined || read === undefined) return done(own);
  const list = await read(teamId, instructions.styleId).catch(refuseIfUnavailable);
  if (list === undefined) return refusals.unknownStyle;
  if ('ok' in list) return list;
  const target = canonicalLanguageTag(targetLang ?? '');
  if (target !== undefined && !isFor(list.language, target))
    return refusals.otherStyleLanguage(list.language, target);
  const configured = wordConfiguredRules(list.configuredRules).map((text) => ({ text }));
  const custom = list.customInstructions.map(({ prompt, sourceLanguage }) => ({
    text: prompt,
    sourceLang: sourceLanguage ?? undefined,
  }));
  return done([...own, ...configured, ...custom]);
}

/** The instructions for texts in one language. */
export function instructionsFor(
  { instructions = [] }: { readonly instructions?: readonly Instruction[] },
  source: string,
): readonly string[] {
  return instructions
    .filter(({ sourceLang }) => sourceLang === undefined || baseLanguage(sourceLang) === baseLanguage(source))
    .map(({ text }) => text);
}

/** A list for a language is for all its regions; one for a region is for this region alone. */
function isFor(language: string, target: string): boolean {
  return language === target || language === baseLanguage(target);
}

function refuseIfUnavailable(error: unknown): Refusal {
  if (isDatabaseUnavailable(error)) return refusals.styleUnavailable;
  throw error;
}
