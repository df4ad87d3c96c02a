import { useId } from 'react';
import { TextArea } from '../../components/field.tsx';
import { t } from '../../lib/messages.ts';
import type { ModeWords } from './mode-words.ts';

interface TextPanesProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly words: ModeWords;
  readonly result: string;
  readonly isPending: boolean;
}

/** The text of a call, and beside it what becomes of it. */
export function TextPanes({ text, onText, words, result, isPending }: TextPanesProps) {
  const resultId = useId();
  return (
    <div className="two">
      <TextArea
        label={t('Text')}
        required
        placeholder={t('Type or paste a text')}
        value={text}
        onChange={onText}
      />
      <div className="field">
        <span className="label" id={resultId}>
          {words.result}
        </span>
        {/* While it is busy, screen readers wait: they read the result once, and not part by part. */}
        <section
          className="output output-steady"
          aria-labelledby={resultId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a long result
          tabIndex={0}
          aria-live="polite"
          aria-busy={isPending}
          data-testid="translation"
        >
          {result !== '' ? (
            result
          ) : (
            <span className="quiet">{isPending ? words.inProgress : words.beforeResult}</span>
          )}
        </section>
      </div>
    </div>
  );
}
