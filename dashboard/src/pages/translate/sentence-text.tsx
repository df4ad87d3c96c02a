import { memo } from 'react';
import type { SentenceTranslation } from '../../api/live-translation.ts';
import { markApplied } from '../../lib/mark-terms.ts';

interface SentenceTextProps {
  readonly place: number;
  readonly text: string;
  readonly separator: string;
  readonly terms: SentenceTranslation['terms'] | undefined;
  /** The translation of what stood here before. */
  readonly isStale: boolean;
  /** One sentence is in the order of Tab; arrow keys reach the others. */
  readonly isReachable: boolean;
  readonly isOpen: boolean;
  readonly onOpen: ((place: number, element: HTMLElement) => void) | undefined;
}

/** One translated sentence, with its glossary terms marked. */
export const SentenceText = memo(function SentenceText(props: SentenceTextProps) {
  const { place, text, separator, terms, isStale, isReachable, isOpen, onOpen } = props;
  if (text === '') return null;
  const content = terms === undefined || terms.length === 0 ? text : <Marked text={text} terms={terms} />;
  const className = isStale ? 'sentence sentence-stale' : 'sentence';
  if (onOpen === undefined)
    return (
      <>
        <span className={className}>{content}</span>
        {separator}
      </>
    );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a button cannot break across lines as a sentence does */}
      <span
        className={className}
        role="button"
        tabIndex={isReachable ? 0 : -1}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={({ currentTarget }) => {
          // Who selects text wants to copy it.
          if (getSelection()?.isCollapsed !== false) onOpen(place, currentTarget);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          onOpen(place, event.currentTarget);
        }}
      >
        {content}
      </span>
      {separator}
    </>
  );
});

function Marked({ text, terms }: { text: string; terms: SentenceTranslation['terms'] }) {
  const pieces = markApplied(
    text,
    terms.map(({ target }) => target),
  );
  return pieces.map((piece, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity
    piece.isTerm ? <mark key={i}>{piece.text}</mark> : piece.text,
  );
}
