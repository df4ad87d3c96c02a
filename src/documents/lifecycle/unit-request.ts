/** Builds the request for units of a document: texts of a call, with the options of the whole document. */
import type { TranslationRequest } from '../../translate/translator.ts';
import type { DocumentFormat } from '../formats/format.ts';

export interface DocumentWishes {
  readonly target: string;
  readonly source?: string | undefined;
  readonly formality?: { readonly level: 'more' | 'less'; readonly isRequired: boolean } | undefined;
  readonly glossaryIds?: readonly string[] | undefined;
  readonly instructions?: TranslationRequest['instructions'];
}

export function requestFor(
  texts: readonly string[],
  markup: DocumentFormat['markup'],
  { target, source, formality, glossaryIds, instructions }: DocumentWishes,
): TranslationRequest {
  return {
    texts,
    targetLang: target,
    sourceLang: source,
    formality,
    instructions,
    glossary: glossaryIds && { ids: glossaryIds },
    // A unit is already one piece of text: its tags enclose parts of sentences.
    markup: markup === 'none' ? undefined : { format: markup, outlineDetection: false },
  };
}
