import type { QueryKey } from '@tanstack/react-query';
import { useChange } from '../api/use-change.ts';
import { t } from '../lib/messages.ts';
import { FormDialog } from './form-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';

interface ResetFactorDialogProps {
  readonly email: string;
  readonly refreshed: readonly QueryKey[];
  readonly makeLink: () => Promise<{ token: string }>;
  readonly onClose: () => void;
}

/** For somebody who lost the phone and the recovery codes. */
export function ResetFactorDialog({ email, refreshed, makeLink, onClose }: ResetFactorDialogProps) {
  const reset = useChange((_: undefined) => makeLink(), refreshed, { isShownOnce: true });
  const title = t('Reset second factor of {email}', { email });
  if (reset.data !== undefined)
    return <LinkDialog title={title} token={reset.data.token} hours={24} onClose={onClose} />;
  return (
    <FormDialog
      title={title}
      action={t('Create the link')}
      isHeld
      change={reset}
      onSubmit={() => reset.mutate(undefined)}
      words={t(
        'The person is signed out everywhere now. The link sets a new password and removes the second factor. Make sure that it really is this person who asks.',
      )}
      onClose={onClose}
    />
  );
}
