/** Documents as `/v1` and the console show them, and the options of an upload. */
import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { ShownDocument } from '../../documents/documents.ts';
import type { Upload } from '../../documents/lifecycle/accept-upload.ts';
import { answerLanguageTag } from '../../lib/language-tag.ts';
import { described } from '../described.ts';
import { formalityOption } from '../formality-option.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { instructionsOption, styleId } from '../instruction-members.ts';
import { sourceLang, targetLang } from '../language-shapes.ts';
import { time, timeOrNull } from '../time-shapes.ts';
import { formality, languageTag, targetLanguage } from '../translate-members.ts';

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
    created_at: document.createdAt.toISOString(),
    finished_at: document.finishedAt?.toISOString() ?? null,
    expires_at: document.expiresAt.toISOString(),
  };
}

const members = {
  target_lang: targetLanguage,
  source_lang: Type.Optional(
    described(
      languageTag,
      'The language of the document. If it is omitted, the language is detected once for the whole document.',
    ),
  ),
  formality: Type.Optional(
    described(
      formality,
      'Whether the translation uses formal (`more`) or informal (`less`) language. If the engine cannot choose the formality, the option is ignored; only `/v2` refuses `more` and `less` then.',
    ),
  ),
  glossary_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The ID of a glossary of the team to apply. `/v2` requires `source_lang` with it.',
    }),
  ),
  style_id: Type.Optional(
    styleId('If the engine does not follow instructions, the list is ignored; only `/v2` refuses it then.'),
  ),
  filename: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'The file name of the document. It replaces the file name of the form field `file`.',
    }),
  ),
  output_format: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'The file extension of the result. It must be the format of the uploaded file.',
    }),
  ),
};

/** Without the file, which is kept in `uploadedFile`. */
export const uploadMembers = Type.Object(members);

/** The form as the OpenAPI document describes it. */
export const uploadForm = Type.Object({
  file: Type.String({
    format: 'binary',
    description: 'The document, up to 30 MiB. The extension of its file name determines the format.',
  }),
  ...members,
});

export const uploadHeaders = {
  'Idempotency-Key':
    'Repeating the upload with the same key, file and options returns the first document and is not charged again.',
};

/** The upload of a validated request. */
export function uploadOf(request: FastifyRequest, mayRefuse: 'may refuse' | 'never refuses'): Upload {
  const body = request.body as Static<typeof uploadMembers>;
  const file = request.uploadedFile;
  if (file === undefined) throw new Error('an upload reached its handler without a file');
  return {
    fileName: body.filename ?? file.name,
    file: file.content,
    targetLang: body.target_lang,
    sourceLang: body.source_lang,
    formality: formalityOption(body.formality, mayRefuse),
    glossaryId: body.glossary_id,
    instructions: instructionsOption(body, mayRefuse),
    outputFormat: body.output_format,
    idempotencyKey: idempotencyKeyOf(request),
    isWanted: () => !request.raw.socket.destroyed,
  };
}
