/** The options of an upload: the members of its form, apart from the file. */
import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { Upload } from '../../documents/lifecycle/upload.ts';
import type { CallDialect } from '../../lib/call-dialect.ts';
import { ProblemError } from '../../lib/errors.ts';
import { splitList } from '../comma-list.ts';
import { described } from '../described.ts';
import { formalityOption } from '../formality-option.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { customInstructions, instructionsOption, styleId } from '../instruction-members.ts';
import { noteLanguages } from '../logged-calls.ts';
import { invalidRequest, unknownMemory } from '../refusals.ts';
import { reportingTagHeader, reportingTagOf } from '../reporting-tag.ts';
import { formality, languageTag, targetLanguage } from '../translate-members.ts';

const ignoredWithWarning =
  'If the engine does not follow instructions, they are ignored, and the document has the warning `instructions_not_supported`; `/v2` refuses them with 400 then.';
const glossaryId = Type.String({ format: 'uuid' });

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
      'Whether the translation uses formal (`more`) or informal (`less`) language. If the engine cannot choose the formality, the option is ignored, and the document has the warning `formality_not_supported`; `/v2` refuses `more` and `less` with 400 then.',
    ),
  ),
  glossary_id: Type.Optional(
    described(
      glossaryId,
      'The ID of a glossary of the team to apply. It must have a dictionary for the languages of the document. `/v2` requires `source_lang` with it.',
    ),
  ),
  glossary_ids: Type.Optional(
    Type.Array(glossaryId, {
      maxItems: 5,
      description:
        'The IDs of up to five glossaries to apply, instead of `glossary_id`: separated by commas, or one form field for each. Each must have a dictionary for the languages of the document. The first one that has a term determines its translation. `/v2` requires `source_lang` with it.',
    }),
  ),
  style_id: Type.Optional(styleId(ignoredWithWarning)),
  custom_instructions: Type.Optional(
    described(
      customInstructions(ignoredWithWarning),
      `Instructions for the wording, one form field for each: at most 10, of at most 300 characters each. They are not charged. ${ignoredWithWarning}`,
    ),
  ),
  translation_memory_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Not supported: an upload with this member gets 404.' }),
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
  ...reportingTagHeader,
};

type ReadList = (values: readonly string[]) => readonly string[];

/** Members with several values. An instruction may contain commas. */
const lists: ReadonlyMap<string, ReadList> = new Map<string, ReadList>([
  ['glossary_ids', (values) => values.flatMap(splitList)],
  ['custom_instructions', (values) => values],
]);

/** `glossary_ids[]` and `glossary_ids[0]` are how some languages write the fields of a list. */
const listSuffix = /\[\d{0,2}\]$/;

export interface FormField {
  readonly name: string;
  readonly value: string;
}

/** `twice`: what happens to an option with one value that is sent twice. */
export function readFormFields(
  fields: readonly FormField[],
  twice: 'is refused' | 'the last counts',
): Record<string, unknown> {
  const members = new Map<string, string[]>();
  for (const { name, value } of fields) {
    const listName = name.replace(listSuffix, '');
    const member = lists.has(listName) ? listName : name;
    // An empty option counts as not sent.
    if (value !== '') members.set(member, [...(members.get(member) ?? []), value]);
  }
  return Object.fromEntries(
    [...members].map(([name, values]) => {
      const list = lists.get(name)?.(values);
      if (list === undefined && values.length > 1 && twice === 'is refused')
        throw invalidRequest('A form field occurs twice.');
      return [name, list ?? values.at(-1)];
    }),
  );
}

/** The upload of a validated request. */
export function uploadOf(
  request: FastifyRequest,
  dialect: CallDialect,
  mayRefuse: 'may refuse' | 'never refuses',
): Upload {
  const body = request.body as Static<typeof uploadMembers>;
  const file = request.uploadedFile;
  if (file === undefined) throw new Error('an upload reached its handler without a file');
  noteLanguages(request, { sourceLang: body.source_lang, targetLang: body.target_lang });
  if (body.translation_memory_id !== undefined) throw new ProblemError(unknownMemory);
  return {
    dialect,
    fileName: body.filename ?? file.name,
    file: file.content,
    targetLang: body.target_lang,
    sourceLang: body.source_lang,
    formality: formalityOption(body.formality, mayRefuse),
    glossaryIds: glossaryIdsOf(body),
    instructions: instructionsOption(body, mayRefuse),
    outputFormat: body.output_format,
    tag: reportingTagOf(request),
    idempotencyKey: idempotencyKeyOf(request),
    isWanted: () => !request.raw.socket.destroyed,
  };
}

function glossaryIdsOf({ glossary_id, glossary_ids = [] }: Static<typeof uploadMembers>) {
  if (glossary_id === undefined) return glossary_ids.length === 0 ? undefined : glossary_ids;
  if (glossary_ids.length > 0) throw invalidRequest('Send glossary_id or glossary_ids, not both.');
  return [glossary_id];
}
