import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { answered, client } from '../api/client.ts';
import type { SignedInBrowser } from '../api/keep-signed-in.ts';
import { canShareSession } from '../api/session-token.ts';
import { keepSignedInBrowser, startSignIn } from '../api/sign-in.ts';
import { AlonePage } from '../components/alone-page.tsx';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Failure, Notice } from '../components/notice.tsx';
import { ProviderButton } from '../components/provider-button.tsx';
import { t } from '../lib/messages.ts';
import { hasSessionEnded, nextAfterSignIn, replacePath, usedLink } from '../state/navigation.tsx';
import { usePageTitle } from '../state/page-title.ts';

// Most people do not need it, and it is not in the first load.
const SignInCodeForm = lazy(() =>
  import('../components/sign-in-code-form.tsx').then(({ SignInCodeForm }) => ({ default: SignInCodeForm })),
);

export function SignInPage() {
  usePageTitle(t('Sign in'));
  const queries = useQueryClient();
  const [used] = useState(usedLink);
  const [email, setEmail] = useState(used?.email ?? '');
  const [password, setPassword] = useState('');
  const [isShared, setIsShared] = useState(false);
  const signIn = useMutation({
    mutationFn: () => startSignIn({ email, password, isShared }),
    onSuccess: (answer) => {
      if (!('second_factor' in answer)) enter(answer);
    },
  });
  const enter = (signedIn: SignedInBrowser) => {
    queries.clear();
    keepSignedInBrowser(signedIn);
    replacePath(nextAfterSignIn());
  };
  const ways = useQuery({
    queryKey: ['ways to sign in'],
    queryFn: () => answered(client.GET('/api/sign-in/ways')),
    staleTime: 60_000,
  });
  const provider = ways.data?.single_sign_on ?? null;
  // A server that cannot be asked may still be asked to sign in.
  const hasPasswords = ways.data?.passwords ?? !ways.isPending;
  const [isEmergency, setIsEmergency] = useState(false);
  if (signIn.data !== undefined && 'second_factor' in signIn.data) {
    return (
      <AlonePage>
        <Suspense fallback={null}>
          <SignInCodeForm
            pending={signIn.data.second_factor}
            isRenewable={!isShared && canShareSession()}
            onSignedIn={enter}
            onBack={() => {
              setPassword('');
              signIn.reset();
            }}
          />
        </Suspense>
      </AlonePage>
    );
  }
  return (
    <AlonePage
      below={
        hasPasswords && (
          <p className="quiet small">
            {t('Forgot your password? Ask an owner of your team for a reset link.')}
          </p>
        )
      }
    >
      <Form className="panel" onSubmit={signIn.mutate}>
        <h1>{t('Sign in')}</h1>
        {hasSessionEnded() && (
          <Notice>{t('Your session has ended. Sign in again, then repeat what you did last.')}</Notice>
        )}
        {used !== undefined && (
          <Notice kind="good">
            {used.team === undefined
              ? t('Your password is set. Sign in with it.')
              : t('You are now in the team "{team}". Sign in.', { team: used.team })}
          </Notice>
        )}
        {provider !== null && <ProviderButton name={provider.name} isShared={isShared} />}
        {(hasPasswords || isEmergency) && (
          <>
            {provider !== null && <p className="quiet small">{t('Or with a password:')}</p>}
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
          </>
        )}
        <label className="row quiet">
          <input type="checkbox" checked={isShared} onChange={(event) => setIsShared(event.target.checked)} />
          {t('Shared computer: stay signed in only in this tab, until it is closed')}
        </label>
        {(hasPasswords || isEmergency) && (
          <Button
            {...(provider === null && { kind: 'main' })}
            icon={LogIn}
            type="submit"
            disabled={signIn.isPending}
          >
            {signIn.isPending ? t('Signing in') : t('Sign in')}
          </Button>
        )}
        {ways.data?.passwords === false && !isEmergency && (
          <Button kind="plain" onClick={() => setIsEmergency(true)}>
            {t('Operator for emergencies: use a password')}
          </Button>
        )}
      </Form>
    </AlonePage>
  );
}
