/**
 * The instructions of an upload, which wait for a worker in Postgres. They are words of the caller like the document, so they
 * are encrypted with its key. A style rule list is named by its id and read by the worker.
 */
import type { DocumentOptions } from '../../store/postgres/documents.ts';
import type { TranslationRequest } from '../../translate/translator.ts';
import type { SealedFiles } from '../sealed-files.ts';

type Instructions = NonNullable<TranslationRequest['instructions']>;
type StoredInstructions = NonNullable<DocumentOptions['instructions']>;

interface Owner {
  readonly teamId: string;
  readonly id: string;
}

export async function sealInstructions(
  files: SealedFiles,
  key: Buffer,
  owner: Owner,
  { texts, ...rest }: Instructions,
): Promise<StoredInstructions> {
  if (texts.length === 0) return { ...rest, texts };
  const plain = Buffer.from(JSON.stringify(texts));
  const sealed = await files.seal(key, { ...owner, part: 'instructions' }, plain);
  return { ...rest, sealedTexts: sealed.toString('base64') };
}

/** Undefined if they cannot be decrypted. */
export async function openInstructions(
  files: SealedFiles,
  key: Buffer,
  owner: Owner,
  { texts, sealedTexts = '', ...rest }: StoredInstructions,
): Promise<Instructions | undefined> {
  if (texts !== undefined) return { ...rest, texts };
  const sealed = Buffer.from(sealedTexts, 'base64');
  const plain = await files.unseal(key, { ...owner, part: 'instructions' }, sealed);
  return plain && { ...rest, texts: JSON.parse(plain.toString()) as string[] };
}
