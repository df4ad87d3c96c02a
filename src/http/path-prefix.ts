/**
 * Removes the prefix under which a proxy publishes the server, if the proxy leaves it in the path. A path
 * without it stays as it is: health checks reach a node directly.
 */
export function withoutPrefix(url: string, prefix: string): string {
  if (prefix === '' || !url.startsWith(prefix)) return url;
  const rest = url.slice(prefix.length);
  if (rest === '') return '/';
  if (rest.startsWith('/')) return rest;
  return rest.startsWith('?') ? `/${rest}` : url;
}
