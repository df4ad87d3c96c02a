/** How the units of a document are asked for: as the texts of a call, with what was wished for the whole document. */
import type { TranslationRequest } from '../translate/translator.ts';
import type { DocumentFormat } from './formats/format.ts';

export interface DocumentWishes {
  readonly target: string;
  readonly source?: string | undefined;
  readonly formality?: { readonly level: 'more' | 'less'; readonly isRequired: boolean } | undefined;
  readonly glossaryId?: string | undefined;
}

export function requestFor(
  texts: readonly string[],
  markup: DocumentFormat['markup'],
  { target, source, formality, glossaryId }: DocumentWishes,
): TranslationRequest {
  return {
    texts,
    targetLang: target,
    sourceLang: source,
    formality,
    glossary: glossaryId === undefined ? undefined : { ids: [glossaryId] },
    // A unit is one piece of text already: what its tags enclose are parts of sentences.
    markup: markup === 'none' ? undefined : { format: markup, outlineDetection: false },
  };
}
