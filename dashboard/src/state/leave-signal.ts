import { useEffect, useRef } from 'react';

/** Signals for work that makes no sense without the dialog that started it. Each is for one piece of work. */
export function useLeaveSignal(): () => AbortSignal {
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return () => {
    running.current = new AbortController();
    return running.current.signal;
  };
}
