import { formatCharacters, formatMilliseconds } from '../lib/format.ts';
import { t, tIn } from '../lib/messages.ts';
import { Figures } from './figures.tsx';
import { Notice } from './notice.tsx';
import { warningWords } from './warning-words.ts';

interface Answer {
  readonly translations: readonly { detected_source_language: string; engine: string }[];
  readonly characters: number;
  readonly warnings: readonly { code: string; detail: string }[];
  readonly steps: Readonly<Record<string, number>>;
}

interface AnswerFactsProps {
  readonly answer: Answer;
  readonly nameOf: (language: string) => string;
  /** Of the source language; a text that is rephrased has only one. */
  readonly languageLabel?: string;
}

/** Metadata of an answer: source language, engine, cost and duration. */
export function AnswerFacts({ answer, nameOf, languageLabel = t('From') }: AnswerFactsProps) {
  const [first] = answer.translations;
  const totalMs = Object.values(answer.steps).reduce((sum, ms) => sum + ms, 0);
  return (
    <>
      {answer.warnings.map(({ code, detail }) => (
        <Notice key={`${code} ${detail}`} kind="warn">
          <p>{warningWords(code, detail)}</p>
          <p className="quiet small">
            <code>{code}</code>
          </p>
        </Notice>
      ))}
      <Figures
        facts={[
          [languageLabel, nameOf(first?.detected_source_language ?? '')],
          [t('Engine'), first?.engine ?? ''],
          [tIn('amount', 'Charged'), formatCharacters(answer.characters)],
          [tIn('duration', 'Time'), formatMilliseconds(Math.round(totalMs))],
        ]}
      />
    </>
  );
}
