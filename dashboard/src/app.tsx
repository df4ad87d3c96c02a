import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useWatchedMe } from './api/queries.ts';
import { readToken } from './api/session-token.ts';
import { Loading } from './components/loading.tsx';
import { Frame } from './frame.tsx';
import { t } from './lib/messages.ts';
import { pagePath } from './page-access.ts';
import { goToSignIn, usePath } from './state/navigation.tsx';
import { usePageTitle } from './state/page-title.ts';
import { usePreferencesVersion } from './state/preferences.ts';

const SignInPage = lazy(async () => ({ default: (await import('./pages/sign-in-page.tsx')).SignInPage }));
const JoinPage = lazy(async () => ({ default: (await import('./pages/join-page.tsx')).JoinPage }));
const SignInReturnPage = lazy(async () => ({
  default: (await import('./pages/sign-in-return-page.tsx')).SignInReturnPage,
}));
const SetUpFactorPage = lazy(async () => ({
  default: (await import('./pages/account/set-up-factor-page.tsx')).SetUpFactorPage,
}));
const OpenReferencePage = lazy(async () => ({
  default: (await import('./pages/reference/open-reference-page.tsx')).OpenReferencePage,
}));

export function App() {
  // Every text below is written anew when the language or the time zone changes.
  usePreferencesVersion();
  const path = usePath();
  if (path === '/join') return <WhenLoaded page={<JoinPage />} />;
  if (path === '/sign-in') return <WhenLoaded page={<SignInPage />} />;
  if (path === '/sign-in/return') return <WhenLoaded page={<SignInReturnPage />} />;
  if (readToken() !== null) return <SignedIn />;
  return pagePath(path) === '/reference' ? <SignedOutReference /> : <ToSignIn />;
}

function SignedOutReference() {
  usePageTitle(t('API reference'));
  return <WhenLoaded page={<OpenReferencePage />} />;
}

function WhenLoaded({ page }: { page: ReactNode }) {
  return <Suspense fallback={<Loading label={t('Loading the page')} size="page" />}>{page}</Suspense>;
}

function ToSignIn() {
  useEffect(goToSignIn, []);
  return null;
}

function SignedIn() {
  const me = useWatchedMe();
  const mustSetUp = me.data?.session.must_set_up_second_factor === true;
  const [isSettingUp, setIsSettingUp] = useState(false);
  // Stays until the person is done: the recovery codes are shown when the factor is already on.
  if (mustSetUp && !isSettingUp) setIsSettingUp(true);
  if (isSettingUp)
    return (
      <WhenLoaded
        page={<SetUpFactorPage onDone={() => void me.refetch().then(() => setIsSettingUp(false))} />}
      />
    );
  return <Frame me={me.data} error={me.error} onRetry={() => void me.refetch()} />;
}
