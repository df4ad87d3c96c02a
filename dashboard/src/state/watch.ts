import { useState } from 'react';

const everyMs = 3_000;
/** Long enough to paste a command into a terminal and to fix it twice. */
const watchedMs = 10 * 60_000;

/**
 * How often to ask again for something that happens outside the page, such as a first call. Every request keeps the
 * session from becoming idle, so a page that is left open stops asking after a while, and its session ends as any other.
 */
export function useWatchInterval(): () => number | false {
  const [startedAt] = useState(Date.now);
  return () => (Date.now() - startedAt < watchedMs ? everyMs : false);
}
