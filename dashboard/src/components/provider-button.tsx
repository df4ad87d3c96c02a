import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { leaveForProvider } from '../api/provider-sign-in.ts';
import { t } from '../lib/messages.ts';
import { nextAfterSignIn } from '../state/navigation.tsx';
import { Button } from './button.tsx';
import { Failure } from './notice.tsx';

/** Leaves for the provider of single sign-on. */
export function ProviderButton({ name, isShared }: { name: string; isShared: boolean }) {
  const leave = useMutation({
    mutationFn: () => leaveForProvider({ next: nextAfterSignIn(), isShared }),
  });
  return (
    <>
      <Failure error={leave.error} />
      <Button kind="main" icon={KeyRound} disabled={leave.isPending} onClick={() => leave.mutate()}>
        {t('Sign in with {name}', { name })}
      </Button>
    </>
  );
}
