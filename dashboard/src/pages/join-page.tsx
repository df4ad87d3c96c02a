import { useMutation, useQuery } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { answered, client } from '../api/client.ts';
import { asUnconfirmed } from '../api/use-change.ts';
import { AlonePage } from '../components/alone-page.tsx';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Loading } from '../components/loading.tsx';
import { Failure, Notice } from '../components/notice.tsx';
import { Message } from '../lib/message.tsx';
import { t } from '../lib/messages.ts';
import { goTo, goToSignInAfterLink, useHash } from '../state/navigation.tsx';
import { usePageTitle } from '../state/page-title.ts';

/** The token is in the URL fragment, which browsers never send to a server. */
export function JoinPage() {
  const token = useHash();
  // Another link in the same tab starts anew.
  return <Join key={token} token={token} />;
}

function Join({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => answered(client.POST('/api/links/look', { body: { token } })),
    enabled: token !== '',
  });
  const { data } = link;
  const accept = useMutation({
    mutationFn: () =>
      answered(client.POST('/api/links/accept', { body: { token, password } })).catch(asUnconfirmed),
    onSuccess: () => {
      if (data === undefined) return goTo('/sign-in');
      goToSignInAfterLink(
        data.kind === 'password_reset' ? { email: data.email } : { email: data.email, team: data.team },
      );
    },
  });
  const isReset = data?.kind === 'password_reset';
  const isUseless = token === '' || link.isError;
  const title = isUseless
    ? t('This link does not work')
    : isReset
      ? t('Choose a new password')
      : t('Join a team');
  usePageTitle(title);
  return (
    <AlonePage>
      <Form className="panel" onSubmit={accept.mutate}>
        <h1>{title}</h1>
        <Failure error={link.error ?? accept.error} />
        {token === '' && (
          <Notice kind="bad">{t('This link is not complete. Copy all of it, and open it again.')}</Notice>
        )}
        {link.isLoading && <Loading label={t('Loading the link')} />}
        {data !== undefined && (
          <>
            {data.kind === 'password_reset' ? (
              <p>
                <Message text="For <b>{email}</b>" values={{ email: data.email }} />
              </p>
            ) : (
              <p>
                <Message
                  text="{team} invites <b>{email}</b>"
                  values={{ team: data.team, email: data.email }}
                />
              </p>
            )}
            {data.resets_second_factor && (
              <Notice>
                {t(
                  'This also removes your second factor. Turn a new one on afterwards, on your account page.',
                )}
              </Notice>
            )}
            <Field
              label={isReset ? t('New password') : t('Password')}
              type="password"
              autoComplete={isReset ? 'new-password' : 'current-password'}
              hint={
                isReset
                  ? t('At least 12 characters.')
                  : t(
                      'If you already have an account with this address, enter its password. Otherwise choose a password of at least 12 characters.',
                    )
              }
              minLength={12}
              required
              value={password}
              onChange={setPassword}
            />
            <Button kind="main" icon={LogIn} type="submit" disabled={accept.isPending}>
              {isReset ? t('Set the password') : t('Join')}
            </Button>
          </>
        )}
      </Form>
    </AlonePage>
  );
}
