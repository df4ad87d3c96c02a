/** Decodes a body as UTF-8, and refuses every other charset. */
import { ProblemError, problem } from '../lib/errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function bodyText(contentType: string, body: Buffer): string {
  refuseOtherCharsets(contentType);
  try {
    return utf8.decode(body);
  } catch {
    throw invalidBody('The body is not valid UTF-8.');
  }
}

export function refuseOtherCharsets(contentType: string): void {
  // Checks every charset parameter: if there are two, another parser could use the other one.
  for (const [, charset = ''] of contentType.matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi)) {
    if (!/^utf-?8$/i.test(charset)) throw unsupportedBody('Send the body in UTF-8.');
  }
}

export function unsupportedBody(detail: string): ProblemError {
  return new ProblemError(problem('unsupported_media_type', detail));
}

export function largeBody(detail: string): ProblemError {
  return new ProblemError(problem('payload_too_large', detail));
}

export function invalidBody(detail: string): ProblemError {
  return new ProblemError(problem('invalid_request', detail));
}
