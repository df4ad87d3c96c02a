/** Sets a parameter, or removes it if it is empty. */
export function writeText(search: URLSearchParams, name: string, value: string): void {
  if (value === '') search.delete(name);
  else search.set(name, value);
}
