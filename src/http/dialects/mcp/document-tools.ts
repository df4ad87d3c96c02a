/**
 * Documents for a model: it uploads a file, asks for its state, and reads the translated file. Files travel inside JSON, so
 * they are as large as a body allows; larger ones belong to `/v1/documents`.
 */
import Type from 'typebox';
import type { TranslatedFile } from '../../../documents/documents.ts';
import { done, mapOutcome, type Outcome, refused } from '../../../lib/outcome.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import { showDocument } from '../../documents/document-shapes.ts';
import { formalityOption } from '../../formality-option.ts';
import { idempotencyKeyOf } from '../../idempotency-key.ts';
import { refuseLargeAnswer } from '../../large-exchanges.ts';
import { noteLanguages } from '../../logged-calls.ts';
import { documentReaderOf } from '../../public/document-reader.ts';
import { callerOf } from '../../public/request-caller.ts';
import { reportingTagOf } from '../../reporting-tag.ts';
import { formality, languageTag, targetLanguage } from '../../translate-members.ts';
import type { DialectParts } from '../dialect-parts.ts';
import { glossaryId } from './glossary-id.ts';
import { type Tool, tool } from './tool.ts';

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** One character more than whole bytes: something was cut off. */
const isCut = (encoded: string) => encoded.replace(/=+$/, '').length % 4 === 1;

const uploadArguments = Type.Object({
  file_name: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'The name of the file. Its ending says the format: txt, html, srt, xliff, docx, pptx, xlsx.',
  }),
  content: Type.Optional(Type.String({ description: 'The text of the file, for txt, html, srt and xliff.' })),
  content_base64: Type.Optional(
    Type.String({ description: 'The bytes of the file in base64, for docx, pptx and xlsx.' }),
  ),
  target_lang: targetLanguage,
  source_lang: Type.Optional(languageTag),
  formality: Type.Optional(formality),
  glossary_id: Type.Optional(glossaryId),
});

const idArguments = Type.Object({
  document_id: Type.String({ maxLength: 36, description: 'The id that translate_document returned.' }),
});

const contentMissing = refused(
  'invalid_request',
  'Send the file either as text in content or as bytes in content_base64.',
);
const notBase64 = refused('invalid_request', 'content_base64 is not base64.');
const tooLarge = refused(
  'payload_too_large',
  'The translated file is too large for a message. Download it from /v1/documents/{id}/result of the public API.',
);

export function documentTools({ documents }: DialectParts): [string, Tool][] {
  return [
    tool({
      name: 'translate_document',
      title: 'Translate a document',
      description:
        'Uploads a file, which is translated in the background. Ask document_status for its state, then read_document for the file. Charged by its characters when it is done.',
      input: uploadArguments,
      isReadOnly: false,
      run: async (given, request) => {
        const file = readFile(given);
        if (!file.ok) return file;
        noteLanguages(request, { sourceLang: given.source_lang, targetLang: given.target_lang });
        const uploaded = await documents.upload(callerOf(request), {
          dialect: 'mcp',
          tag: reportingTagOf(request),
          fileName: given.file_name,
          file: file.value,
          targetLang: given.target_lang,
          sourceLang: given.source_lang,
          formality: formalityOption(given.formality, 'never refuses'),
          ...(given.glossary_id !== undefined && { glossaryIds: [given.glossary_id] }),
          idempotencyKey: idempotencyKeyOf(request),
          isWanted: () => !request.raw.socket.destroyed,
        });
        if (!uploaded.ok) return uploaded;
        return mapOutcome(await documents.find(documentReaderOf(request), uploaded.value.id), showDocument);
      },
    }),
    tool({
      name: 'document_status',
      title: 'Read the state of a document',
      description: 'Returns the state of a document: queued, translating, done, or error with the reason.',
      input: idArguments,
      isReadOnly: true,
      run: async ({ document_id: id }, request) =>
        mapOutcome(await documents.find(documentReaderOf(request), id), showDocument),
    }),
    tool({
      name: 'read_document',
      title: 'Read a translated document',
      description:
        'Returns the translated file, as text in content or as bytes in content_base64. It can be read until the document expires.',
      input: idArguments,
      isReadOnly: true,
      run: async ({ document_id: id }, request, reply) => {
        const fetched = await documents.fetch(documentReaderOf(request), id);
        if (!fetched.ok) return fetched;
        const { file } = fetched.value;
        if (file.length > requestLimits.maxTranslateBodyBytes) return tooLarge;
        return refuseLargeAnswer(reply, timesInMessage * file.length) ?? showFile(fetched.value);
      },
    }),
  ];
}

function readFile(given: { content?: string; content_base64?: string }): Outcome<Buffer> {
  const { content, content_base64: encoded } = given;
  if ((content === undefined) === (encoded === undefined)) return contentMissing;
  if (content !== undefined) return done(Buffer.from(content));
  if (encoded === undefined || !base64.test(encoded) || isCut(encoded)) return notBase64;
  return done(Buffer.from(encoded, 'base64'));
}

/** A result has its text twice, and base64 takes a third more. */
const timesInMessage = 3;

function showFile({ file, name, contentType }: TranslatedFile): Outcome<object> {
  const text = isText(contentType) && !isCostlyToEscape(file) ? readText(file) : undefined;
  const content = text === undefined ? { content_base64: file.toString('base64') } : { content: text };
  return done({ file_name: name, media_type: contentType, ...content });
}

const freelyEscapedBytes = 64 * 1024;

/** A control character takes 13 bytes in a result, and a megabyte of them a tenth of a second to write. */
function isCostlyToEscape(file: Buffer): boolean {
  if (file.length <= freelyEscapedBytes) return false;
  let escaped = 0;
  for (const byte of file) if (byte < 0x20 || byte === 0x22 || byte === 0x5c) escaped++;
  return escaped > file.length / 8;
}

const isText = (contentType: string) => /^text\/|\+xml$|subrip$/.test(contentType);

/** A file may have another encoding; then its bytes are what is sure. */
function readText(file: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
  } catch {
    return undefined;
  }
}
