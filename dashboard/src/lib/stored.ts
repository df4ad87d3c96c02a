/**
 * What the browser keeps for this site. A browser may refuse: its storage is full, or turned off. What the person does
 * goes on, and is only not remembered.
 */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** `null` removes it. */
export function keepStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // It is not remembered.
  }
}
