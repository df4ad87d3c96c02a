import { useState } from 'react';
import { keepStored, readStored } from '../../lib/stored.ts';

/** Whether this browser no longer shows the finished checklist of a team. */
export function useDismissed(team: string): { isDismissed: boolean; dismiss: () => void } {
  const name = `dragoman-checklist-done-${team}`;
  const [isDismissed, setIsDismissed] = useState(() => readStored(name) !== null);
  const dismiss = () => {
    keepStored(name, '1');
    setIsDismissed(true);
  };
  return { isDismissed, dismiss };
}
