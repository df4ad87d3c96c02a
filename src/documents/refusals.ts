/** Why a document is not accepted, not returned or not translated, worded for the caller. */
import { problem } from '../lib/errors.ts';
import { languageName } from '../lib/language-tag.ts';
import { type Refusal, refused } from '../lib/outcome.ts';

export const notOffered = problem(
  'not_found',
  'Document translation is not enabled on this server. The operator must set DRAGOMAN_DOCUMENTS and DRAGOMAN_DATA_KEY.',
);

export function unknownFormat(extensions: readonly string[]): Refusal {
  return refused(
    'invalid_request',
    `Invalid file: its file extension is not supported. Supported extensions: ${extensions.join(', ')}.`,
  );
}

export function otherOutputFormat(extension: string): Refusal {
  return refused(
    'invalid_request',
    `Value for 'output_format' not supported: there is no conversion between different document types. Omit it, or send ${extension}.`,
  );
}

export function sameLanguage(target: string): Refusal {
  return refused(
    'invalid_request',
    `Source and target language are the same: the document is already in ${languageName(target)}. Nothing was charged; ` +
      'choose another target language, or send the source language if it was detected incorrectly.',
  );
}

/** `detail` is the message of the file format. */
export function invalidFile(detail: string): Refusal {
  return refused('invalid_request', detail);
}

export const costlyFile =
  'Invalid file: reading it takes too much time or memory. Split it into smaller files.';
export const tooManyFiles = refused(
  'service_unavailable',
  'Too many documents are being read. Try again later.',
  5,
);
/** Known to the team, which can send fewer at once: other teams are still served. */
export function tooManyFilesOfTeam(limit: number): Refusal {
  return refused(
    'rate_limited',
    `The team already has ${limit} documents that wait to be read on this node. Wait for the seconds in Retry-After.`,
    2,
  );
}
export const otherUpload = refused(
  'conflict',
  'This Idempotency-Key was used for another upload. Use a new one for each upload.',
);
export const unwanted = refused(
  'service_unavailable',
  'The client disconnected before the upload was answered. Upload the document again.',
);
export const unknownDocument = refused(
  'not_found',
  'The document does not exist, or the document_key is wrong. Check its id and key, or upload it again.',
);
export const notReady = refused(
  'service_unavailable',
  'The document is not ready yet. Download it when its translation is done.',
  2,
);
export const lostFile = refused(
  'not_found',
  'The translated file no longer exists. Upload the document again.',
);

export function failed(reason: string): Refusal {
  return refused('not_found', `The document could not be translated. ${reason}`.trim());
}

export const engineUnavailable = refused(
  'engine_unavailable',
  'The translation engine was unavailable. Nothing was charged; upload the document again later.',
);
export const unreadable = problem(
  'internal_error',
  'The uploaded file can no longer be read. Nothing was charged; upload it again.',
);

/** Without its hold the document could never be charged, and would be translated again and again. */
export const lostHold = problem(
  'internal_error',
  'The hold for this document no longer exists. Nothing was charged; upload it again.',
);
export const tooManyStarts = problem(
  'internal_error',
  'Translating the document failed too many times. Nothing was charged; split it into smaller documents.',
);
