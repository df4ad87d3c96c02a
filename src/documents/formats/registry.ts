/** The kinds of files that can be translated, found by their extension. */
import { docx } from './docx.ts';
import type { DocumentFormat } from './format.ts';
import { html } from './html.ts';
import { pptx } from './pptx.ts';
import { srt } from './srt.ts';
import { txt } from './txt.ts';
import { xliff } from './xliff.ts';
import { xlsx } from './xlsx.ts';

const formats: readonly DocumentFormat[] = [docx, pptx, xlsx, html, txt, srt, xliff];

/** Undefined for a file of another kind. */
export function findFormat(fileName: string): DocumentFormat | undefined {
  const extension = extensionOf(fileName);
  return formats.find(({ extensions }) => extensions.includes(extension));
}

/** Of `Report.DOCX`, `docx`; empty where there is none. */
export function extensionOf(fileName: string): string {
  return /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

export const knownExtensions: readonly string[] = formats.flatMap(({ extensions }) => extensions);
