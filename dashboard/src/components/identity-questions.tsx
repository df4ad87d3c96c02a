import { lazy, Suspense, useSyncExternalStore } from 'react';
import { listenToQuestion, readQuestion } from '../api/identity.ts';

// Dialogs are not in the first load.
const IdentityDialog = lazy(() =>
  import('./identity-dialog.tsx').then(
    ({ IdentityDialog }) => ({ default: IdentityDialog }),
    (error) => {
      // The request that waits for it fails, instead of waiting for ever.
      readQuestion()?.answer(false);
      throw error;
    },
  ),
);

/** Once in the page, above everything else. */
export function IdentityQuestions() {
  const question = useSyncExternalStore(listenToQuestion, readQuestion);
  if (question === undefined) return null;
  return (
    <Suspense fallback={null}>
      <IdentityDialog question={question} />
    </Suspense>
  );
}
