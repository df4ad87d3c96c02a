/** Texts of the request log that depend on a call. */
import { formatList } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import { pairOfCodes } from '../../lib/pair-name.ts';
import type { LoggedRequest } from './request-queries.ts';

export function kindWords(kind: string): string {
  if (kind === 'rephrase') return t('Rephrase');
  return kind === 'document' ? t('Document') : t('Translate');
}

/** `EN → ES`; several source languages of one call are listed. */
export function pairWords({ source_langs, target_lang }: LoggedRequest): string {
  const source = formatList(source_langs.map((tag) => tag.toUpperCase()));
  if (target_lang === null) return source;
  return source === '' ? target_lang.toUpperCase() : pairOfCodes(source, target_lang.toUpperCase());
}

export function statusWords({ status }: LoggedRequest): string {
  return status === null ? t('Disconnected') : String(status);
}

/** A call of the Model Context Protocol may fail with the status 200. */
export function isFailed({ code }: LoggedRequest): boolean {
  return code !== null;
}

export function countWords(calls: number): string {
  return t('{count, plural, one {# call} other {# calls}}', { count: calls });
}

export function notLoggedWords(calls: number): string {
  return t('{count, plural, one {# call not logged} other {# calls not logged}}', { count: calls });
}
