import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { t } from '../../lib/messages.ts';
import { AlternativesPopover, alternativesKey } from './alternatives-popover.tsx';
import type { LiveSession } from './live-session.ts';
import { ParagraphText } from './paragraph-text.tsx';
import { paragraphsOf } from './paragraphs.ts';
import { SentenceText } from './sentence-text.tsx';
import { useShown } from './use-translate.ts';

interface ResultPaneProps {
  readonly team: string;
  readonly session: LiveSession;
  readonly language: string;
  /** Whether the engine of the languages can write other wordings. */
  readonly canReword: boolean;
}

interface Opened {
  readonly sentence: string;
  readonly element: HTMLElement;
}

/** The translation, sentence by sentence. A sentence opens its alternatives; arrow keys go from one to the next. */
export function ResultPane({ team, session, language, canReword }: ResultPaneProps) {
  const id = useId();
  // Typing comes first: the sentences are drawn when there is time.
  const shown = useDeferredValue(useShown(session));
  const list = useRef<HTMLElement>(null);
  const [place, setPlace] = useState(0);
  const [opened, setOpened] = useState<Opened>();
  const [isRefused, setIsRefused] = useState(false);
  const { parts } = shown;
  const reachable = Math.min(place, Math.max(0, parts.length - 1));
  const move = (event: KeyboardEvent) => {
    const step = stepOf(
      event.key,
      list.current !== null && getComputedStyle(list.current).direction === 'rtl',
    );
    if (step === 0) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[role=button]') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[at + step]?.focus();
  };
  // The same function for each drawing, so that only sentences that changed are drawn again.
  const current = useRef(parts);
  current.current = parts;
  const open = useCallback((i: number, element: HTMLElement) => {
    const part = current.current[i];
    setPlace(i);
    if (part?.translation !== undefined) setOpened({ sentence: part.source, element });
  }, []);
  useForgetAlternatives(team);
  return (
    <div className="pane pane-result">
      <h2 id={id} className="visually-hidden">
        {t('Translation')}
      </h2>
      <section
        ref={list}
        className="pane-text"
        aria-labelledby={id}
        dir="auto"
        lang={language}
        data-testid="translation"
        onKeyDown={move}
        onClick={() => setIsRefused(!canReword && getSelection()?.isCollapsed !== false)}
      >
        {paragraphsOf(parts).map(({ first, indent, parts: sentences, breaks }) => (
          <ParagraphText key={first} indent={indent} breaks={breaks}>
            {sentences.map((part, i) => (
              <SentenceText
                // A place, not a sentence: the same sentence may be there twice.
                // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
                key={i}
                place={first + i}
                text={part.text}
                separator={i < sentences.length - 1 || breaks === 0 ? part.separator : ''}
                terms={part.translation?.terms}
                isStale={part.translation === undefined}
                isReachable={canReword && first + i === reachable}
                isOpen={opened !== undefined && opened.sentence === part.source}
                onOpen={canReword ? open : undefined}
              />
            ))}
          </ParagraphText>
        ))}
      </section>
      <div className="pane-foot">
        <span className="quiet small">{footWords(shown, isRefused)}</span>
        {shown.isHeld && (
          <Button title={t('Ctrl+Enter')} onClick={() => session.translateNow()}>
            {t('Translate now')}
          </Button>
        )}
        {shown.text.trim() !== '' && <CopyButton text={shown.text} label={t('Copy the translation')} />}
      </div>
      {opened !== undefined && (
        <AlternativesPopover
          team={team}
          session={session}
          sentence={opened.sentence}
          element={opened.element}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}

function footWords({ isWaiting, isHeld, parts }: LiveSession['shown'], isRefused: boolean): string {
  if (isWaiting) return t('Translating…');
  if (isHeld) return t('Waiting for the end of the sentence');
  if (isRefused && parts.length > 0) return t('The engine of these languages offers no other wordings.');
  return '';
}

/** Other wordings are texts of the person: they stay in memory for as long as the page is open, and no longer. */
function useForgetAlternatives(team: string): void {
  const queries = useQueryClient();
  useEffect(() => () => queries.removeQueries({ queryKey: alternativesKey(team) }), [queries, team]);
}

/** In a text that is written from right to left, the next sentence is on the left. */
function stepOf(key: string, isRightToLeft: boolean): number {
  if (key === 'ArrowDown') return 1;
  if (key === 'ArrowUp') return -1;
  const right = isRightToLeft ? -1 : 1;
  if (key === 'ArrowRight') return right;
  return key === 'ArrowLeft' ? -right : 0;
}
