import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useMe } from './api/queries.ts';
import { readToken } from './api/session-token.ts';
import { Loading } from './components/loading.tsx';
import { Frame } from './frame.tsx';
import { t } from './lib/messages.ts';
import { pagePath } from './page-access.ts';
import { SignInPage } from './pages/sign-in-page.tsx';
import { goToSignIn, usePath } from './state/navigation.tsx';
import { usePageTitle } from './state/page-title.ts';
import { usePreferencesVersion } from './state/preferences.ts';

const JoinPage = lazy(async () => ({ default: (await import('./pages/join-page.tsx')).JoinPage }));
const OpenReferencePage = lazy(async () => ({
  default: (await import('./pages/reference/open-reference-page.tsx')).OpenReferencePage,
}));

export function App() {
  // Every text below is written anew when the language or the time zone changes.
  usePreferencesVersion();
  const path = usePath();
  if (path === '/join') return <WhenLoaded page={<JoinPage />} />;
  if (path === '/sign-in') return <SignInPage />;
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
  const me = useMe();
  return <Frame me={me.data} error={me.error} onRetry={() => void me.refetch()} />;
}
