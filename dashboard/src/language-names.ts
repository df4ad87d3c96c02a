const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** `EN-GB` is "British English"; what is no language is left as it is. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
