/** A base address ends before `/v1`: samples and client libraries append the version themselves. */
const versionedPath = /\/(v[0-9]+|health)$/;

/**
 * Reads the address under which callers reach the public listener. It is only shown to people, so nothing
 * depends on it but the samples that they copy.
 */
export function readPublicUrl(
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
  pathPrefix: string,
): string | undefined {
  const raw = env.DRAGOMAN_PUBLIC_URL?.trim() ?? '';
  if (raw === '') return undefined;
  const url = URL.parse(raw);
  const isPlain = url !== null && /^https?:\/\//i.test(raw) && !/[?#@\\\s]/.test(raw);
  if (!isPlain || raw.length > 500) {
    problems.push(
      `DRAGOMAN_PUBLIC_URL must be an address such as https://translate.example.org, with http or https, an optional port and path, and nothing else; not "${withoutPassword(raw)}".`,
    );
    return undefined;
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (versionedPath.test(path)) {
    problems.push(`DRAGOMAN_PUBLIC_URL must end before the version: leave out "${path.split('/').at(-1)}".`);
  }
  // A second proxy may remove a part in front of the prefix, so only the end of the path has to agree.
  if (!path.endsWith(pathPrefix)) {
    problems.push(
      `DRAGOMAN_PUBLIC_URL must end with the path of DRAGOMAN_PATH_PREFIX, "${pathPrefix}", not with "${path || '/'}".`,
    );
  }
  return url.origin + path;
}

function withoutPassword(raw: string): string {
  return raw.replace(/\/\/[^/]*@/, '//…@').slice(0, 500);
}
