/** The last choices of a person in a long list, kept in the browser. */
import { useState } from 'react';
import { keepStored, readStored } from '../lib/stored.ts';

const mostKept = 3;

export function useRecent(list: string): { values: readonly string[]; add: (value: string) => void } {
  const name = `dragoman-recent-${list}`;
  const [values, setValues] = useState(() => read(name));
  const add = (value: string) => {
    const next = [value, ...values.filter((one) => one !== value)].slice(0, mostKept);
    keepStored(name, JSON.stringify(next));
    setValues(next);
  };
  return { values, add };
}

function read(name: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readStored(name) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, mostKept) : [];
  } catch {
    return [];
  }
}
