/** Documents as `/v1` and the console show them, and the options of an upload. */
import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Upload } from '../../documents/accept-upload.ts';
import type { ShownDocument } from '../../documents/documents.ts';
import { answerLanguageTag } from '../../lib/language-tag.ts';
import { formalityOption } from '../formality-option.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { time, timeOrNull } from '../time-shapes.ts';
import { formality, languageTag } from '../translate-members.ts';

export const documentSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  state: Type.Enum(['queued', 'translating', 'done', 'error']),
  format: Type.String(),
  bytes: Type.Integer(),
  characters: Type.Integer({ description: 'charged when the document is done; reserved until then' }),
  translated_characters: Type.Integer(),
  source_lang: Type.String(),
  source_detected: Type.Boolean(),
  target_lang: Type.String(),
  mode: Type.String(),
  key_id: Type.String(),
  seconds_remaining: Type.Union([Type.Integer(), Type.Null()], {
    description: 'null if unknown, because no worker is running',
  }),
  ready: Type.Boolean({ description: 'whether its result can be downloaded' }),
  error: Type.Union([Type.Object({ code: Type.String(), detail: Type.String() }), Type.Null()]),
  created_at: time,
  finished_at: timeOrNull,
  expires_at: time,
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
  target_lang: languageTag,
  source_lang: Type.Optional(languageTag),
  formality: Type.Optional(formality),
  glossary_id: Type.Optional(Type.String({ format: 'uuid' })),
  filename: Type.Optional(Type.String({ maxLength: 1_000 })),
  output_format: Type.Optional(Type.String({ maxLength: 20 })),
};

/** Without the file, which is kept in `uploadedFile`. */
export const uploadMembers = Type.Object(members);

/** The form as the OpenAPI document describes it. */
export const uploadForm = Type.Object({
  file: Type.String({
    format: 'binary',
    description: 'the document; the extension of its file name tells the format',
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
    outputFormat: body.output_format,
    idempotencyKey: idempotencyKeyOf(request),
    isWanted: () => !request.raw.socket.destroyed,
  };
}
