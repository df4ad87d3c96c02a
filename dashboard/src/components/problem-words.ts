/**
 * Errors in the language of the interface. The server explains an error in English; other languages have a text for each
 * code. Where only the explanation has a needed fact, such as the name of a field, it follows the text.
 */
import { Refusal } from '../api/client.ts';
import { interfaceLanguage, t } from '../lib/messages.ts';

const words: Readonly<Record<string, (detail: string) => string>> = {
  invalid_request: (detail) =>
    t('The server rejected the input. Correct it, then try again: {detail}', { detail }),
  unsupported_language: (detail) =>
    t('This language is not available here. Choose another one: {detail}', { detail }),
  unauthorized: () =>
    t('You are not signed in, or the e-mail address or the password is wrong. Sign in again.'),
  key_revoked: () => t('This key was revoked. Use another key.'),
  forbidden: (detail) => t('You are not allowed to do this: {detail}', { detail }),
  not_found: () => t('This does not exist, or was deleted. Reload the page.'),
  method_not_allowed: () => t('The server does not know this request. Reload the page.'),
  conflict: (detail) => t('This does not fit what is on the server now: {detail}', { detail }),
  replay_unavailable: () => t('The answer to this request is no longer available. Send it as a new one.'),
  precondition_failed: () =>
    t('Somebody else changed this meanwhile. Reload the page, then change it again.'),
  request_timeout: () => t('The request took too long to arrive. Try again.'),
  payload_too_large: (detail) => t('This is too large. Split it into smaller parts: {detail}', { detail }),
  unsupported_media_type: (detail) => t('Files of this kind cannot be read here: {detail}', { detail }),
  headers_too_large: () => t('The request is too large. Reload the page, then try again.'),
  rate_limited: (detail) =>
    t('There were too many requests. Wait a moment, then try again: {detail}', { detail }),
  quota_exceeded: () =>
    t('The quota and the credit of the team do not cover this. Ask the operator for more.'),
  internal_error: () =>
    t('Something went wrong on the server. Try again; if it fails again, tell the operator.'),
  engine_unavailable: () => t('No engine can translate this now. Try again in a moment.'),
  service_unavailable: () => t('The server is not available now. Try again in a moment.'),
};

export function problemWords(code: string, detail: string): string {
  if (interfaceLanguage() === 'en' || !Object.hasOwn(words, code)) return detail;
  return words[code]?.(detail) ?? detail;
}

export function errorWords(error: Error): string {
  return error instanceof Refusal ? problemWords(error.code, error.message) : error.message;
}
