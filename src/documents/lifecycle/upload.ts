import type { CallDialect } from '../../lib/call-dialect.ts';
import type { TranslationRequest } from '../../translate/translator.ts';

/** A file to translate, and how. */
export interface Upload {
  readonly dialect: CallDialect;
  /** A reporting tag, if the caller sent one. */
  readonly tag?: string | undefined;
  /** The person who uploads it, on the console. */
  readonly userId?: string;
  /** As the client sent it, with or without folders. */
  readonly fileName: string;
  readonly file: Uint8Array;
  readonly targetLang: string;
  readonly sourceLang?: string | undefined;
  readonly formality?: { readonly level: 'more' | 'less'; readonly isRequired: boolean } | undefined;
  readonly glossaryIds?: readonly string[] | undefined;
  readonly instructions?: TranslationRequest['instructions'];
  readonly outputFormat?: string | undefined;
  /** Whether a document that is already in the target language is accepted, and fails when it is translated. */
  readonly acceptsSameLanguage?: boolean;
  /** The same upload with the same key returns the same document. */
  readonly idempotencyKey?: string | undefined;
  /** Whether the client is still connected. Libraries time out after seconds and send the file again. */
  isWanted(): boolean;
}
