import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { returnFromProvider } from '../api/provider-sign-in.ts';
import { Brand } from '../components/brand.tsx';
import { Loading } from '../components/loading.tsx';
import { Failure } from '../components/notice.tsx';
import { t } from '../lib/messages.ts';
import { Link, replacePath } from '../state/navigation.tsx';
import { usePageTitle } from '../state/page-title.ts';

/** Where the provider of single sign-on sends people back to. */
export function SignInReturnPage() {
  usePageTitle(t('Sign in'));
  const queries = useQueryClient();
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    returnFromProvider().then((next) => {
      queries.clear();
      replacePath(next);
    }, setError);
  }, [queries]);
  return (
    <main className="alone">
      <Brand />
      <div className="panel stack">
        <h1>{t('Sign in')}</h1>
        <Failure error={error} />
        {error === null ? (
          <Loading label={t('Signing in')} />
        ) : (
          <p>
            <Link href="/sign-in">{t('Back to sign-in')}</Link>
          </p>
        )}
      </div>
    </main>
  );
}
