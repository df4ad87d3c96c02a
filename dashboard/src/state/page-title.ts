import { useEffect } from 'react';

/** The title of the tab, which screen readers say first. Undefined: not known yet. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined ? 'Dragoman' : `${title} – Dragoman`;
  }, [title]);
}
