/** How large an archive may be, and how much larger what is in it. Refused before anything is expanded. */
const mebibyte = 1024 * 1024;

export const zipLimits = {
  fileBytes: 30 * mebibyte,
  /** Documents with a picture on every page have some thousands. */
  entries: 10_000,
  expandedBytes: 300 * mebibyte,
  /** Parts below this may be expanded whatever their ratio: a table of empty cells is a thousand times smaller. */
  freeBytes: 4 * mebibyte,
  /** Sheets of numbers reach 30, of empty cells 150; deflate itself ends at 1,032, which is what bombs use. */
  ratio: 250,
} as const;
