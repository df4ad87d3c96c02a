/** Documents as `/v1` and the console show them. */
import Type, { type Static } from 'typebox';
import type { ShownDocument } from '../../documents/documents.ts';
import { answerLanguageTag } from '../../lib/language-tag.ts';
import { described } from '../described.ts';
import { sourceLang, targetLang } from '../language-shapes.ts';
import { time, timeOrNull } from '../time-shapes.ts';
import { warnings } from '../translate-members.ts';

export const documentSchema = Type.Object({
  id: Type.String({ description: 'The ID of the document.' }),
  name: Type.String({ description: 'The file name of the document.' }),
  state: Type.Enum(['queued', 'translating', 'done', 'error'], {
    description:
      '`queued`: waits for a worker. `translating`: in progress. `done`: translated and charged. `error`: failed and not charged; see `error`.',
  }),
  format: Type.String({ description: 'The file format, such as `docx` or `html`.' }),
  bytes: Type.Integer({ description: 'The size of the uploaded file in bytes.' }),
  characters: Type.Integer({
    description:
      'The number of characters to translate, without markup. They are reserved at the upload and charged when the document is done.',
  }),
  translated_characters: Type.Integer({ description: 'How many of the `characters` are translated so far.' }),
  source_lang: sourceLang,
  source_detected: Type.Boolean({ description: 'Whether the source language was detected, not requested.' }),
  target_lang: targetLang,
  mode: Type.String({ description: 'The mode of the key that uploaded the document: `live` or `test`.' }),
  key_id: Type.String({ description: 'The ID of the key that uploaded the document.' }),
  seconds_remaining: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'The estimated time until the document is done, in seconds. `null` if it is unknown because no worker is running.',
  }),
  ready: Type.Boolean({ description: 'Whether the translated document can be downloaded.' }),
  error: Type.Union(
    [
      Type.Object({
        code: Type.String({ description: 'The error code.' }),
        detail: Type.String({ description: 'What went wrong and what to do, for people.' }),
      }),
      Type.Null(),
    ],
    { description: 'Why the document could not be translated. `null` unless `state` is `error`.' },
  ),
  warnings: Type.Optional(
    described(warnings, 'What may need attention in the translated document. Omitted if there is nothing.'),
  ),
  created_at: described(time, 'When the document was uploaded.'),
  finished_at: described(timeOrNull, 'When the document was done or failed. `null` until then.'),
  expires_at: described(time, 'When the document and its files are deleted: 24 hours after the upload.'),
});

export function showDocument(document: ShownDocument): Static<typeof documentSchema> {
  return {
    id: document.id,
    name: document.name,
    state: document.state,
    format: document.format,
    bytes: document.bytes,
    characters: document.characters,
    translated_characters: document.translated,
    source_lang: answerLanguageTag(document.source),
    source_detected: document.isDetected,
    target_lang: answerLanguageTag(document.target),
    mode: document.mode,
    key_id: document.keyId,
    seconds_remaining: document.secondsRemaining ?? null,
    ready: document.isReady,
    error: document.error ?? null,
    ...(document.warnings.length > 0 && { warnings: [...document.warnings] }),
    created_at: document.createdAt.toISOString(),
    finished_at: document.finishedAt?.toISOString() ?? null,
    expires_at: document.expiresAt.toISOString(),
  };
}
