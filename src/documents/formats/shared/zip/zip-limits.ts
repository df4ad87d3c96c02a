/** Size limits of archives and of their expanded content. Checked before anything is expanded. */
const mebibyte = 1024 * 1024;

export const zipLimits = {
  fileBytes: 30 * mebibyte,
  /** Documents with a picture on every page have a few thousand. */
  entries: 10_000,
  expandedBytes: 300 * mebibyte,
  /** Smaller parts may have any ratio: a table of empty cells compresses to a thousandth. */
  freeBytes: 4 * mebibyte,
  /** Sheets of numbers reach 30, of empty cells 150; zip bombs use the maximum of deflate, 1,032. */
  ratio: 250,
} as const;
