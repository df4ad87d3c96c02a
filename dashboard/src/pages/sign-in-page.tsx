import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, client } from '../api/client.ts';
import { keepDevice, keepToken, readDevice } from '../api/session-token.ts';
import { Brand } from '../components/brand.tsx';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Failure } from '../components/notice.tsx';
import { goTo, nextAfterSignIn } from '../state/navigation.tsx';

export function SignInPage() {
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => answered(client.POST('/api/sign-in', { body: { email, password, ...readDevice() } })),
    onSuccess: ({ token, device }) => {
      queries.clear();
      keepToken(token);
      keepDevice(device);
      goTo(nextAfterSignIn());
    },
  });
  return (
    <main className="alone">
      <Brand />
      <Form className="panel" onSubmit={signIn.mutate}>
        <h1>Sign in</h1>
        <Failure error={signIn.error} />
        <Field
          label="E-mail address"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
        />
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
        <Button kind="main" type="submit" disabled={signIn.isPending}>
          {signIn.isPending ? 'Signing in' : 'Sign in'}
        </Button>
      </Form>
      <p className="quiet small">Forgot your password? Ask an owner of your team for a reset link.</p>
    </main>
  );
}
