/** Whether something for a language also applies to another one: `de` covers `DE-AT`, and `de-AT` only itself. */
export function coversLanguage(language: string, other: string): boolean {
  const [wanted, given] = [language.toLowerCase(), other.toLowerCase()];
  return wanted === given || wanted === given.split('-', 1)[0];
}
