const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** `EN-GB` is "British English". An invalid code is returned unchanged. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
