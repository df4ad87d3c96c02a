import type { Pace } from '../../lib/event-loop-turns.ts';
import { type Warning, type WarningCode, warnAboutTexts } from '../warnings.ts';
import { type Suspicion, suspicionOf } from './translation-plausibility.ts';

const codes: Readonly<Record<Suspicion, WarningCode>> = {
  copied: 'looks_untranslated',
  too_short: 'looks_incomplete',
};

interface Answered {
  readonly text: string;
  readonly source: string;
  /** `none` if no engine was called. */
  readonly engine: string;
}

/** Warns about translations that are usable but look wrong. */
export async function warnAboutSuspiciousTranslations(
  texts: readonly string[],
  translations: readonly Answered[],
  target: string,
  pace: Pace,
): Promise<Warning[]> {
  const doubts: (Suspicion | undefined)[] = [];
  for (const [i, { text, source, engine }] of translations.entries()) {
    if (pace.isOver) await pace.next();
    doubts.push(engine === 'none' ? undefined : suspicionOf(texts[i] ?? '', text, { source, target }));
  }
  return (['copied', 'too_short'] as const).flatMap((kind) =>
    warnAboutTexts(
      codes[kind],
      [...doubts.keys()].filter((i) => doubts[i] === kind),
    ),
  );
}
