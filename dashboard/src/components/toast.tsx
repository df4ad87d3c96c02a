/** Short messages about what happened beside the page: a copy, a save, a background action that failed. */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast';
import type { ToastContent } from './toast-content.ts';

const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 });

/** Long enough to read; a failure stays until the user closes it. */
const shownMs = 5_000;

export function showToast(words: string, kind: ToastContent['kind'] = 'good'): void {
  for (const { key, content } of queue.visibleToasts) if (content.words === words) queue.close(key);
  queue.add({ words, kind }, kind === 'good' ? { timeout: shownMs } : {});
}

/** At sign-out: what was done belongs to the user, also what waits for its place on the screen. */
export function closeToasts(): void {
  queue.clear();
}

const ToastList = lazy(async () => ({ default: (await import('./toast-list.tsx')).ToastList }));

/** Once on the page. What shows the messages is loaded with the first of them. */
export function Toasts() {
  const hasAny = useSyncExternalStore(
    (changed) => queue.subscribe(changed),
    () => queue.visibleToasts.length > 0,
  );
  if (!hasAny) return null;
  return (
    <Suspense>
      <ToastList queue={queue} />
    </Suspense>
  );
}
