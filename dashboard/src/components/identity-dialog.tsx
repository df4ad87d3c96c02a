import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, client } from '../api/client.ts';
import type { IdentityQuestion } from '../api/identity.ts';
import { t } from '../lib/messages.ts';
import { CurrentPassword } from './current-password.tsx';
import { useFactorAnswer } from './factor-answer.tsx';
import { FormDialog } from './form-dialog.tsx';

/** Asks for the second factor, or for the password of somebody who has none. The request is then sent again. */
export function IdentityDialog({ question: { asked, answer } }: { question: IdentityQuestion }) {
  const [password, setPassword] = useState('');
  const needsPassword = asked.includes('password');
  const factor = useFactorAnswer({
    hasApp: asked.includes('code'),
    hasPasskeys: asked.includes('passkey'),
  });
  const confirm = useMutation({
    mutationFn: async () =>
      answered(client.POST('/api/me/confirm', { body: needsPassword ? { password } : await factor.read() })),
    onSuccess: () => answer(true),
    onError: () => {
      setPassword('');
      factor.clear();
    },
  });
  return (
    <FormDialog
      title={t('Confirm that it is you')}
      action={t('Confirm')}
      change={confirm}
      onSubmit={confirm.mutate}
      onClose={() => answer(false)}
    >
      <p>{t('You proved who you are more than ten minutes ago. This change needs it again.')}</p>
      {needsPassword ? <CurrentPassword value={password} onChange={setPassword} /> : factor.fields}
    </FormDialog>
  );
}
