import { useMutation } from '@tanstack/react-query';
import { t } from '../lib/messages.ts';
import { LinkDialog } from './link-dialog.tsx';

/** Makes links to new passwords, one at a time: a second one would take the place of the first before it is shown. */
export function usePasswordReset(makeLink: (user: string) => Promise<{ token: string }>) {
  const reset = useMutation({ mutationFn: makeLink, meta: { telling: { isFailureTold: true } } });
  return {
    start: (user: string) => {
      if (!reset.isPending) reset.mutate(user);
    },
    link: reset.data !== undefined && (
      <LinkDialog
        title={t('Password reset link')}
        token={reset.data.token}
        hours={24}
        onClose={reset.reset}
      />
    ),
  };
}
