import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { readAlternatives } from '../../api/live-translation.ts';
import { errorWords } from '../../components/problem-words.ts';
import { formatCharacters } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import type { LiveSession } from './live-session.ts';

interface AlternativesPopoverProps {
  readonly team: string;
  readonly session: LiveSession;
  readonly sentence: string;
  readonly element: HTMLElement;
  readonly onClose: () => void;
}

export const alternativesKey = (team: string) => ['alternatives', team];

/** Other wordings of a sentence; one that is chosen replaces it. */
export function AlternativesPopover({ team, session, sentence, element, onClose }: AlternativesPopoverProps) {
  const trigger = useRef<HTMLElement | null>(element);
  trigger.current = element;
  const call = session.callFor(sentence);
  // The same sentence is asked for once: opening it again costs nothing, for as long as the page is open.
  const query = useQuery({
    queryKey: [...alternativesKey(team), call.settings, sentence],
    queryFn: () => readAlternatives(team, call),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const choose = (text: string) => {
    session.prefer(sentence, text);
    onClose();
  };
  return (
    <Popover
      className="popover"
      triggerRef={trigger}
      isOpen
      placement="bottom start"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Dialog className="wordings" aria-label={t('Other wordings')}>
        <p className="options-title">{t('Other wordings')}</p>
        {query.isPending && (
          <p className="option quiet" role="status">
            {t('Looking for other wordings…')}
          </p>
        )}
        {query.error !== null && (
          <p className="option bad" role="alert">
            {errorWords(query.error)}
          </p>
        )}
        {query.data?.texts.length === 0 && (
          <p className="option quiet">{t('The engine has no other wording for this sentence.')}</p>
        )}
        {query.data?.texts.map((text) => (
          <button
            key={text}
            type="button"
            className="option wording"
            dir="auto"
            lang={call.settings.targetLang}
            onClick={() => choose(text)}
          >
            {text}
          </button>
        ))}
        {query.data !== undefined && (
          <p className="options-title">
            {t('Charged: {characters}', { characters: formatCharacters(query.data.characters) })}
          </p>
        )}
      </Dialog>
    </Popover>
  );
}
