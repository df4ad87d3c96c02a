/** Why calls were refused, in a few words. A code that is not known here is shown as it is. */
import { t } from '../lib/messages.ts';

const words: Readonly<Record<string, () => string>> = {
  invalid_request: () => t('Calls with invalid input'),
  unsupported_language: () => t('Languages that are not available'),
  unauthorized: () => t('Missing or unknown keys'),
  key_revoked: () => t('Revoked keys'),
  forbidden: () => t('Keys without permission'),
  not_found: () => t('Things that do not exist'),
  method_not_allowed: () => t('Wrong methods'),
  conflict: () => t('Conflicting changes'),
  replay_unavailable: () => t('Repeats without a stored answer'),
  precondition_failed: () => t('Outdated changes'),
  request_timeout: () => t('Requests that arrived too slowly'),
  payload_too_large: () => t('Texts or files that are too large'),
  unsupported_media_type: () => t('Files of an unknown kind'),
  headers_too_large: () => t('Headers that are too large'),
  rate_limited: () => t('Too many calls at once'),
  quota_exceeded: () => t('Quota and credit used up'),
  internal_error: () => t('Errors of the server'),
  engine_unavailable: () => t('No engine was available'),
  service_unavailable: () => t('The server was not available'),
};

export function refusalWords(code: string): string {
  return Object.hasOwn(words, code) ? (words[code]?.() ?? code) : code;
}
