/** Markup options of a call. */
import type { MarkupFormat } from '../../../markup/scan-markup.ts';

export interface MarkupOptions {
  readonly format: MarkupFormat;
  /** Elements whose content is not translated. */
  readonly ignoreTags?: readonly string[] | undefined;
  /** Elements that end a sentence, and elements that never do. */
  readonly splittingTags?: readonly string[] | undefined;
  readonly nonSplittingTags?: readonly string[] | undefined;
  /** XML only: elements without words beside them end a sentence. Defaults to true. */
  readonly outlineDetection?: boolean | undefined;
}
