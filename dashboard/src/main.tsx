import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { listenToSession } from './api/session-events.ts';
import { App } from './app.tsx';
import { IdentityQuestions } from './components/identity-questions.tsx';
import { InterfaceLocale } from './components/interface-locale.tsx';
import { PageBoundary } from './components/page-boundary.tsx';
import { createQueryClient } from './components/query-client.ts';
import { forgetShown } from './components/sign-out.ts';
import { Toasts } from './components/toast.tsx';
import { releaseNavigation } from './state/leave.ts';
import { goToSignIn, nextAfterSignIn, replacePath } from './state/navigation.tsx';
import { applyPreferences } from './state/preferences.ts';
import { applyTheme } from './state/theme.ts';
import './styles/font.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/components.css';
import './styles/choices.css';
import './styles/states.css';
import './styles/layout.css';
import './styles/team.css';
import './styles/operator.css';

applyTheme();

const queries = createQueryClient();
listenToSession({
  onSignedOut() {
    forgetShown(queries);
    goToSignIn({ hasSessionEnded: true });
  },
  onSignedIn() {
    queries.clear();
    if (location.pathname === '/sign-in') replacePath(nextAfterSignIn());
  },
  onAnotherUser() {
    // Nothing of the user before may stay in this tab.
    releaseNavigation();
    location.replace('/');
  },
});

const root = document.getElementById('root');
if (root !== null) {
  const app = createRoot(root);
  // Waits for the texts of another language than English, so that no page is seen in two languages.
  void applyPreferences().then(() =>
    app.render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <InterfaceLocale>
            <PageBoundary>
              <App />
            </PageBoundary>
            <PageBoundary fallback={null}>
              <IdentityQuestions />
            </PageBoundary>
            <PageBoundary fallback={null}>
              <Toasts />
            </PageBoundary>
          </InterfaceLocale>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}
