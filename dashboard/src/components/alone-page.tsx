import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { LanguageSelect } from './language-select.tsx';

/** The frame of a page for people who are not signed in yet. */
export function AlonePage({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <main className="alone">
      <Brand />
      {children}
      <LanguageSelect />
      {below}
    </main>
  );
}
