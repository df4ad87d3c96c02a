import { type ReactNode, useSyncExternalStore } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  return () => observer.disconnect();
}

/** Components take their language and direction from the page, not from the browser. */
export function InterfaceLocale({ children }: { children: ReactNode }) {
  const locale = useSyncExternalStore(subscribe, () => document.documentElement.lang);
  return <I18nProvider locale={locale}>{children}</I18nProvider>;
}
