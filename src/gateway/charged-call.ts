/** What a translate call is charged for, and its answer once that is decided. */
import type { Caller } from '../auth/caller.ts';
import type { CallDialect } from '../lib/call-dialect.ts';
import { type Refusal, refusedWith } from '../lib/outcome.ts';
import type { Charge, ChargeOutcome } from '../metering/metering.ts';
import { warnAboutFewerAlternatives } from '../translate/find-alternatives.ts';
import type { Translation, TranslationOutcome } from '../translate/translator.ts';
import type { Warning } from '../translate/warnings.ts';
import type { CallLifetime } from './call-lifetime.ts';
import type { EngineCall } from './engine-work.ts';
import type { GuardOutcome } from './idempotency-guard.ts';
import { keepPaidAlternatives } from './paid-alternatives.ts';
import { refusalOfCharge } from './refusals.ts';
import { usageLines } from './usage-lines.ts';

export interface ChargeableCall extends EngineCall {
  readonly id: string;
  readonly dialect: CallDialect;
  /** A reporting tag, if the caller sent one. */
  readonly tag?: string | undefined;
}

export type Ending =
  | {
      ok: true;
      /** The target language as the engines know it. */
      target: string;
      translations: Translation[];
      characters: number;
      warnings: Warning[];
      replayed: boolean;
    }
  | Refusal;

type Translated = Extract<TranslationOutcome, { ok: true }>;

/** The key, if it has a budget of its own. */
export function budgetOf({ keyId, own }: Caller): string | undefined {
  return own?.hasBudget ? keyId : undefined;
}

export function chargeFor(
  { id, caller, dialect, tag, lifetime, idempotency }: ChargeableCall,
  translated: Translated,
): Charge {
  return {
    callId: id,
    teamId: caller.teamId,
    keyId: caller.keyId,
    mode: caller.mode,
    dialect,
    tag,
    target: translated.target,
    lines: usageLines(translated.translations),
    deadlineMs: lifetime.deadlineMs,
    idempotency,
  };
}

/** Whether the engines' work counts against the Idempotency-Key. */
export function countsOf({ verdict }: ChargeOutcome): GuardOutcome {
  if (verdict === 'charged') return 'charged';
  return verdict === 'unknown' ? 'failed' : 'spent';
}

export function endingOf(charged: ChargeOutcome, translated: Translated, lifetime: CallLifetime): Ending {
  if (charged.verdict !== 'charged' && charged.verdict !== 'replayed')
    return refusedWith(refusalOfCharge(charged.verdict, lifetime));
  const { target, askedAlternatives } = translated;
  const { characters } = charged;
  const replayed = charged.verdict === 'replayed';
  const translations = replayed
    ? keepPaidAlternatives(translated.translations, characters)
    : translated.translations;
  const warnings = [
    ...translated.warnings,
    ...(askedAlternatives ? warnAboutFewerAlternatives(askedAlternatives, translations) : []),
  ];
  return { ok: true, target, translations, warnings, characters, replayed };
}
