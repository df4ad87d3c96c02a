import { useState } from 'react';

/** Whether this browser no longer shows the finished checklist of a team. */
export function useDismissed(team: string): { isDismissed: boolean; dismiss: () => void } {
  const name = `dragoman-checklist-done-${team}`;
  const [isDismissed, setIsDismissed] = useState(() => localStorage.getItem(name) !== null);
  const dismiss = () => {
    localStorage.setItem(name, '1');
    setIsDismissed(true);
  };
  return { isDismissed, dismiss };
}
