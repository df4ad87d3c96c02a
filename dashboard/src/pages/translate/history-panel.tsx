import { useEffect, useRef, useState } from 'react';
import { useMe } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { t } from '../../lib/messages.ts';
import { newId } from '../../lib/new-id.ts';
import {
  addToHistory,
  type History,
  type HistoryEntry,
  historyName,
  readHistory,
  writeHistory,
} from './history.ts';
import type { LiveSession } from './live-session.ts';
import { useShown, useText } from './use-translate.ts';

export type KeptHistory = ReturnType<typeof useHistory>;

/** Keeps complete translations while the history is on. */
export function useHistory(team: string, session: LiveSession, target: string) {
  const owner = `${useMe().data?.user.email ?? ''} ${team}`;
  const [history, setHistory] = useState<History>(() => readHistory(owner));
  const id = useRef(newId());
  const text = useText(session);
  const { isComplete, text: translation, detectedLanguage = '' } = useShown(session);
  const change = (next: History) => {
    setHistory(next);
    writeHistory(owner, next);
  };
  // What is typed after that is another entry.
  if (text === '') id.current = '';
  else if (id.current === '') id.current = newId();
  const isOn = history !== undefined;
  const changed = useRef(change);
  changed.current = change;
  useEffect(() => {
    if (!isOn || !isComplete || translation.trim() === '') return undefined;
    // After a pause: not every sentence of a text that is being typed is written to the disk.
    const timer = setTimeout(() => {
      const entry = { id: id.current, at: Date.now(), source: detectedLanguage, target, text, translation };
      const kept = readHistory(owner);
      // It was turned off in another tab, which deleted it.
      if (kept === undefined) setHistory(undefined);
      else changed.current(addToHistory(kept, entry));
    }, keepAfterMs);
    return () => clearTimeout(timer);
  }, [isOn, isComplete, text, translation, detectedLanguage, target, owner]);
  useEffect(() => {
    // Another tab added to it, or deleted it. The event has no name if everything was deleted.
    const follow = ({ key }: StorageEvent) => {
      if (key === null || key === historyName(owner)) setHistory(readHistory(owner));
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [owner]);
  return {
    history,
    turn: (isOnNow: boolean) => change(isOnNow ? [] : undefined),
    clear: () => change([]),
    /** What is typed from now on is another entry. */
    startNew: () => {
      id.current = newId();
    },
  };
}

const keepAfterMs = 1_000;

interface HistoryPanelProps {
  readonly kept: KeptHistory;
  readonly nameOf: (language: string) => string;
  readonly onOpen: (entry: HistoryEntry) => void;
}

/** Off until the person wants it, and says where the texts are. */
export function HistoryPanel({ kept: { history, turn, clear }, nameOf, onOpen }: HistoryPanelProps) {
  return (
    <section className="history" aria-label={t('History')}>
      <div className="row between">
        <label className="row">
          <input
            type="checkbox"
            checked={history !== undefined}
            onChange={(event) => turn(event.target.checked)}
          />
          {t('Keep a history in this browser')}
        </label>
        {history !== undefined && history.length > 0 && (
          <Button kind="plain" onClick={clear}>
            {t('Clear the history')}
          </Button>
        )}
      </div>
      <p className="quiet small">
        {history === undefined
          ? t('Texts are not stored: they are gone when you close this tab or sign out.')
          : t(
              'The last 50 translations are stored in this browser, unencrypted, and nowhere else. Turning the history off deletes them.',
            )}
      </p>
      {history !== undefined && history.length > 0 && (
        <ul className="history-list">
          {history.map((entry) => (
            <li key={entry.id}>
              <button type="button" className="history-entry" onClick={() => onOpen(entry)}>
                <span className="history-text" dir="auto">
                  {entry.text.slice(0, 200)}
                </span>
                <span className="history-text quiet" dir="auto">
                  {entry.translation.slice(0, 200)}
                </span>
                <span className="quiet small">
                  {nameOf(entry.target)} · <RelativeTime time={new Date(entry.at).toISOString()} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
