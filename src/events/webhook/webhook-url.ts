/** Reads the URL of a webhook as its owner types it. Which addresses it may lead to is checked when it is used. */
import { isIP } from 'node:net';

export const maxUrlLength = 1_000;

export type ReadUrl =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly problem: string };

/** Below 1024 are the services of operating systems: mail, remote shells, file shares. */
const firstOpenPort = 1_024;

export function readWebhookUrl(text: string, allowsHttp: boolean): ReadUrl {
  const raw = text.trim();
  // `URL` removes or rewrites these, so the URL would not be the one that was typed.
  if (raw.length > maxUrlLength || !raw.isWellFormed() || /[\s\\\p{Cc}\p{Cf}]/u.test(raw)) {
    return refuse(`A webhook's URL has at most ${maxUrlLength} characters, without spaces or backslashes.`);
  }
  const url = URL.parse(raw);
  if (url === null || !/^https?:\/\/[^/]/i.test(raw)) {
    return refuse('This is no URL. A webhook looks like https://example.org/hooks/dragoman.');
  }
  if (url.protocol === 'http:' && !allowsHttp) {
    return refuse('A webhook needs https, because its events pass through other networks.');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('A webhook has no user name and password in its URL. Check its signature instead.');
  }
  if (url.hash !== '') return refuse('Leave out the part of the URL after "#": it is never sent.');
  if (url.hostname.endsWith('.')) return refuse('Leave out the dot at the end of the name.');
  if (url.href.length > maxUrlLength)
    return refuse(`A webhook's URL has at most ${maxUrlLength} characters.`);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (port !== 443 && port !== 80 && port < firstOpenPort) {
    return refuse(`Port ${port} is not for webhooks. Use 443, 80 or one from ${firstOpenPort}.`);
  }
  return { ok: true, url };
}

function refuse(problem: string): ReadUrl {
  return { ok: false, problem };
}

/** The host as an address, or undefined if it is a name. `URL` has read octal, hexadecimal and short notations already. */
export function addressIn({ hostname }: URL): string | undefined {
  const plain = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(plain) === 0 ? undefined : plain;
}
