import { useEffect, useState } from 'react';
import { t } from '../lib/messages.ts';
import { holdNavigation, releaseNavigation } from '../state/leave.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** `isOn` while there is unsaved work; `onDiscard` discards it. */
export function LeaveGuard({ isOn, onDiscard }: { isOn: boolean; onDiscard: () => void }) {
  const [go, setGo] = useState<() => void>();
  useEffect(() => (isOn ? holdNavigation((next) => setGo(() => next)) : undefined), [isOn]);
  if (go === undefined) return null;
  const discard = () => {
    releaseNavigation();
    setGo(undefined);
    onDiscard();
    go();
  };
  const leave = (
    <Button kind="bad" onClick={discard}>
      {t('Leave without saving')}
    </Button>
  );
  return (
    <Dialog
      title={t('Leave without saving?')}
      actions={leave}
      cancel={t('Stay')}
      onClose={() => setGo(undefined)}
    >
      <p>{t('What you changed since you last saved is lost if you leave.')}</p>
    </Dialog>
  );
}
