import { useEffect, useState } from 'react';
import { t } from '../lib/messages.ts';
import { Field } from './field.tsx';

/** After a pause of this length, a word is usually complete. */
const typingPauseMs = 250;

interface SearchFieldProps {
  readonly placeholder: string;
  /** What the list shows now. */
  readonly asked: string;
  readonly onAsk: (search: string) => void;
}

/** Searches when the user pauses, or immediately on Enter. */
export function SearchField({ placeholder, asked, onAsk }: SearchFieldProps) {
  const [typed, setTyped] = useState(asked);
  const [lastAsked, setLastAsked] = useState(asked);
  // "Back" and "forward" change the search, so the field must follow. Its own searches are in it already.
  if (asked !== lastAsked) {
    setLastAsked(asked);
    if (asked !== typed.trim()) setTyped(asked);
  }
  useEffect(() => {
    if (typed.trim() === asked) return undefined;
    const timer = setTimeout(() => onAsk(typed.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <Field
      label={t('Search')}
      type="search"
      placeholder={placeholder}
      maxLength={200}
      value={typed}
      onChange={setTyped}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onAsk(typed.trim());
      }}
    />
  );
}
