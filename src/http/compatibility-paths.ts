/**
 * The paths that client libraries of another service call, `/v2` and `/v3`. Those libraries join a server's
 * URL and a path in more than one way, so redundant slashes are removed there, and nowhere else.
 */
const compatibilityPath = /^\/+v[23](?=[/?#]|$)/;

export function isCompatibilityPath(url: string): boolean {
  return compatibilityPath.test(url);
}

/** `//v2/translate/` → `/v2/translate`. Other paths are returned unchanged. */
export function normalizeSlashes(url: string): string {
  return isCompatibilityPath(url) ? singleSlashes(url) : url;
}

/** Removes redundant slashes from the path. */
export function singleSlashes(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  const single = path.replaceAll(/\/{2,}/g, '/');
  const bare = single.endsWith('/') ? single.slice(0, -1) : single;
  return end === -1 ? bare : bare + url.slice(end);
}
