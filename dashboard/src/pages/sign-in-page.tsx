import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { answered, client } from '../api/client.ts';
import { keepDevice, keepToken, readDevice } from '../api/session-token.ts';
import { Brand } from '../components/brand.tsx';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { LanguageSelect } from '../components/language-select.tsx';
import { Failure, Notice } from '../components/notice.tsx';
import { t } from '../lib/messages.ts';
import { hasSessionEnded, nextAfterSignIn, replacePath } from '../state/navigation.tsx';
import { usePageTitle } from '../state/page-title.ts';

export function SignInPage() {
  usePageTitle(t('Sign in'));
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => answered(client.POST('/api/sign-in', { body: { email, password, ...readDevice() } })),
    onSuccess: ({ token, device }) => {
      queries.clear();
      keepToken(token);
      keepDevice(device);
      replacePath(nextAfterSignIn());
    },
  });
  return (
    <main className="alone">
      <Brand />
      <Form className="panel" onSubmit={signIn.mutate}>
        <h1>{t('Sign in')}</h1>
        {hasSessionEnded() && (
          <Notice>{t('Your session has ended. Sign in again, then repeat what you did last.')}</Notice>
        )}
        <Failure error={signIn.error} />
        <Field
          label={t('E-mail address')}
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
        />
        <Field
          label={t('Password')}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        <Button kind="main" icon={LogIn} type="submit" disabled={signIn.isPending}>
          {signIn.isPending ? t('Signing in') : t('Sign in')}
        </Button>
      </Form>
      <LanguageSelect />
      <p className="quiet small">{t('Forgot your password? Ask an owner of your team for a reset link.')}</p>
    </main>
  );
}
