/** What a caller may say about the markup of its texts. */
export interface MarkupOptions {
  readonly format: 'html' | 'xml';
  /** Elements whose content stays as it is. */
  readonly ignoreTags?: readonly string[] | undefined;
  /** Elements that end a sentence, and elements that never do. */
  readonly splittingTags?: readonly string[] | undefined;
  readonly nonSplittingTags?: readonly string[] | undefined;
  /** In XML: whether elements between which there are no words end a sentence by themselves. */
  readonly outlineDetection?: boolean | undefined;
}
