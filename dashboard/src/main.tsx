import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Refusal, whenSignedOut } from './api/client.ts';
import { App } from './app.tsx';
import { InterfaceLocale } from './components/interface-locale.tsx';
import { Toasts } from './components/toast.tsx';
import { goToSignIn } from './state/navigation.tsx';
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

const queries: QueryClient = new QueryClient({
  // A forbidden action that the page offered means a changed role or a suspension: reload `me` to show it.
  mutationCache: new MutationCache({
    onError: (error) =>
      error instanceof Refusal && error.code === 'forbidden'
        ? queries.invalidateQueries({ queryKey: ['me'] })
        : undefined,
  }),
  // An error answer is final: a retry would get the same one.
  defaultOptions: { queries: { retry: false, staleTime: 5_000 } },
});
whenSignedOut(() => {
  queries.clear();
  goToSignIn();
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
            <App />
            <Toasts />
          </InterfaceLocale>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}
