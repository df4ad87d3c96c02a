import { useMutation } from '@tanstack/react-query';
import { KeyRound, LogIn } from 'lucide-react';
import { answered, client, Refusal } from '../api/client.ts';
import type { SignedInBrowser } from '../api/keep-signed-in.ts';
import { readDevice } from '../api/session-token.ts';
import { t } from '../lib/messages.ts';
import { Button } from './button.tsx';
import { useFactorAnswer } from './factor-answer.tsx';
import { Form } from './form.tsx';
import { Failure, Notice } from './notice.tsx';

export interface SignInCodeFormProps {
  readonly pending: { readonly token: string; readonly has_app: boolean; readonly has_passkeys: boolean };
  readonly isRenewable: boolean;
  readonly onSignedIn: (signedIn: SignedInBrowser) => void;
  /** To the password. */
  readonly onBack: () => void;
}

/** The second step of signing in, for people with a second factor. */
export function SignInCodeForm({ pending, isRenewable, onSignedIn, onBack }: SignInCodeFormProps) {
  const { token: pending_token, has_app: hasApp, has_passkeys: hasPasskeys } = pending;
  const factor = useFactorAnswer({ hasApp, hasPasskeys }, () =>
    answered(client.POST('/api/sign-in/passkey', { body: { pending_token } })),
  );
  const finish = useMutation({
    mutationFn: async () => {
      const answer = await factor.read();
      const body = { pending_token, ...answer, renewable: isRenewable, ...readDevice() };
      return answered(client.POST('/api/sign-in/code', { body }));
    },
    onSuccess: onSignedIn,
    onError: factor.clear,
  });
  const problem = finish.error instanceof Refusal ? finish.error.code : undefined;
  const isOver = problem === 'not_found';
  const isWrong = problem === 'unauthorized';
  return (
    <Form className="panel" onSubmit={finish.mutate}>
      <h1>{t('Second factor')}</h1>
      {isOver && (
        <Notice kind="bad">
          {t('This sign-in has expired, or there were too many wrong codes. Enter your password again.')}
        </Notice>
      )}
      {isWrong && <Notice kind="bad">{wrongWords(factor.way, hasApp)}</Notice>}
      {!isOver && !isWrong && <Failure error={finish.error} />}
      {!isOver && (
        <>
          {factor.input}
          <Button
            kind="main"
            icon={factor.way === 'passkey' ? KeyRound : LogIn}
            type="submit"
            disabled={finish.isPending}
          >
            {finish.isPending
              ? t('Signing in')
              : factor.way === 'passkey'
                ? t('Sign in with a passkey')
                : t('Sign in')}
          </Button>
          {factor.otherWay}
        </>
      )}
      <Button kind="plain" onClick={onBack}>
        {t('Back to the password')}
      </Button>
      <p className="quiet small">
        {hasPasskeys
          ? t(
              'Lost your passkeys and your recovery codes? Ask an owner of your team to reset the second factor.',
            )
          : t(
              'Lost your phone and your recovery codes? Ask an owner of your team to reset the second factor.',
            )}
      </p>
    </Form>
  );
}

function wrongWords(way: 'passkey' | 'code', hasApp: boolean): string {
  if (way === 'passkey')
    return t('The passkey was not accepted. Try again, use another passkey, or enter a code.');
  if (!hasApp) return t('The recovery code is wrong, or was used before.');
  return t('The code is wrong. Enter the newest code of your app. Each code works once.');
}
