import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { answered, client } from '../api/client.ts';
import { Brand } from '../components/brand.tsx';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { Loading } from '../components/loading.tsx';
import { Failure } from '../components/notice.tsx';
import { goTo } from '../state/navigation.tsx';

/** The token is in the URL fragment, which browsers never send to a server. */
export function JoinPage() {
  const token = location.hash.slice(1);
  const [password, setPassword] = useState('');
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => answered(client.POST('/api/links/look', { body: { token } })),
  });
  const accept = useMutation({
    mutationFn: () => answered(client.POST('/api/links/accept', { body: { token, password } })),
    onSuccess: () => goTo('/sign-in'),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    accept.mutate();
  };
  const { data } = link;
  const joinsWithOwnPassword = data?.kind === 'invitation' && data.has_account;
  return (
    <main className="alone">
      <Brand />
      <form className="panel" onSubmit={submit}>
        <h1>{data?.kind === 'password_reset' ? 'Choose a new password' : 'Join a team'}</h1>
        <Failure error={link.error ?? accept.error} />
        {link.isPending && <Loading what="the link" />}
        {data !== undefined && (
          <>
            <p>
              {data.kind === 'password_reset' ? 'For ' : `${data.team} invites `}
              <b>{data.email}</b>
            </p>
            <Field
              label={joinsWithOwnPassword ? 'Your password' : 'New password'}
              type="password"
              autoComplete={joinsWithOwnPassword ? 'current-password' : 'new-password'}
              hint={joinsWithOwnPassword ? 'You have an account already.' : 'At least 12 characters.'}
              minLength={12}
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Button kind="main" type="submit" disabled={accept.isPending}>
              {data.kind === 'password_reset' ? 'Set the password' : 'Join'}
            </Button>
          </>
        )}
      </form>
    </main>
  );
}
