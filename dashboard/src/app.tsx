import { useEffect } from 'react';
import { useMe } from './api/queries.ts';
import { readToken } from './api/session-token.ts';
import { Frame } from './frame.tsx';
import { JoinPage } from './pages/join-page.tsx';
import { SignInPage } from './pages/sign-in-page.tsx';
import { goToSignIn, usePath } from './state/navigation.tsx';
import { usePreferencesVersion } from './state/preferences.ts';

export function App() {
  // Every text below is written anew when the language or the time zone changes.
  usePreferencesVersion();
  const path = usePath();
  if (path === '/join') return <JoinPage />;
  if (path === '/sign-in') return <SignInPage />;
  return readToken() === null ? <ToSignIn /> : <SignedIn />;
}

function ToSignIn() {
  useEffect(goToSignIn, []);
  return null;
}

function SignedIn() {
  const me = useMe();
  return <Frame me={me.data} error={me.error} onRetry={() => void me.refetch()} />;
}
