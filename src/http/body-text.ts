/** Decodes a body as UTF-8, and refuses every other charset. */
import { invalidRequest, unsupportedBody } from './refusals.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function bodyText(contentType: string, body: Buffer): string {
  refuseOtherCharsets(contentType);
  try {
    return utf8.decode(body);
  } catch {
    throw invalidRequest('The body is not valid UTF-8.');
  }
}

export function refuseOtherCharsets(contentType: string): void {
  // Checks every charset parameter: if there are two, another parser could use the other one.
  for (const [, charset = ''] of contentType.matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi)) {
    if (!/^utf-?8$/i.test(charset)) throw unsupportedBody('Send the body in UTF-8.');
  }
}
