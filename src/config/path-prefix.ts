/** One or more parts such as `/translate-api`, none of which begins a path of the API itself. */
const pathPrefix = /^(\/[A-Za-z0-9][A-Za-z0-9._~-]*){1,8}$/;
const ownPath = /^\/(v[0-9]+|health)(\/|$)/;

/** The first parts of the paths on the listener for other dialects. */
const dialectPath =
  /^\/(translate|translate_file|download_file|detect|languages|suggest|frontend|deeplx|apy|mcp)(\/|$)/;

export function readPathPrefix(
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
): string {
  const raw = env.DRAGOMAN_PATH_PREFIX?.trim() ?? '';
  const prefix = raw.endsWith('/') ? raw.slice(0, -1) : raw;
  if (env.DRAGOMAN_DIALECTS_PORT?.trim() && dialectPath.test(prefix)) {
    problems.push(
      `DRAGOMAN_PATH_PREFIX must not begin with a path of the listener for other dialects, like "${prefix}": both listeners have the prefix.`,
    );
    return '';
  }
  if (prefix === '' || (prefix.length <= 200 && pathPrefix.test(prefix) && !ownPath.test(prefix)))
    return prefix;
  problems.push(
    `DRAGOMAN_PATH_PREFIX must be a path such as /translate-api, of letters, digits and . _ ~ -, and not /v1, /v2, /v3 or /health; not "${raw}".`,
  );
  return '';
}
