/**
 * What people typed and chose, kept in the memory of this tab while they look at other pages. It is never in the URL or in
 * storage. It belongs to the user: somebody else who signs in here does not see it.
 */
import { useState } from 'react';
import { useMe } from '../api/queries.ts';

const kept = new Map<string, unknown>();

/** Like `useState`, but the value is there again when the page is. */
export function useKept<Value>(name: string, first: Value): [Value, (next: Value) => void] {
  const { read, write } = useKeeper<Value>(name);
  const [value, setValue] = useState(() => read() ?? first);
  const change = (next: Value) => {
    write(next);
    setValue(next);
  };
  return [value, change];
}

/** An object that outlives its page. */
export function useKeptObject<Kept extends object>(name: string, create: () => Kept): Kept {
  const { read, write } = useKeeper<Kept>(name);
  const [object] = useState(() => read() ?? create());
  if (read() !== object) write(object);
  return object;
}

/** At sign-out. */
export function forgetKept(): void {
  kept.clear();
}

let owner = '';

function useKeeper<Value>(name: string) {
  const email = useMe().data?.user.email ?? '';
  // A session may also end without a sign-out, and somebody else signs in here.
  if (email !== '' && email !== owner) {
    forgetKept();
    owner = email;
  }
  const key = `${email} ${name}`;
  return {
    read: () => kept.get(key) as Value | undefined,
    write: (value: Value) => void kept.set(key, value),
  };
}
