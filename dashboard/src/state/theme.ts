/** Light or dark theme: the system's preference until the user selects one. */
import { useState } from 'react';
import { keepStored, readStored } from '../lib/stored.ts';

type Theme = 'light' | 'dark';
const name = 'dragoman-theme';

function chosenTheme(): Theme {
  const kept = readStored(name);
  if (kept === 'light' || kept === 'dark') return kept;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function applyTheme(theme: Theme = chosenTheme()): void {
  document.documentElement.dataset.theme = theme;
}

export function useTheme(): { theme: Theme; change: () => void } {
  const [theme, setTheme] = useState(chosenTheme);
  const change = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    keepStored(name, next);
    applyTheme(next);
    setTheme(next);
  };
  return { theme, change };
}
