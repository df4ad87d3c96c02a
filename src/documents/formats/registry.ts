/** The supported file formats, found by extension. */
import { docx } from './docx/docx.ts';
import type { DocumentFormat } from './format.ts';
import { html } from './html/html.ts';
import { pptx } from './pptx/pptx.ts';
import { srt } from './srt/srt.ts';
import { txt } from './txt/txt.ts';
import { xliff } from './xliff/xliff.ts';
import { xlsx } from './xlsx/xlsx.ts';

const formats: readonly DocumentFormat[] = [docx, pptx, xlsx, html, txt, srt, xliff];

/** Undefined for an unsupported extension. */
export function findFormat(fileName: string): DocumentFormat | undefined {
  const extension = extensionOf(fileName);
  return formats.find(({ extensions }) => extensions.includes(extension));
}

/** `docx` for `Report.DOCX`; empty if the name has no extension. */
export function extensionOf(fileName: string): string {
  return /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

export const knownExtensions: readonly string[] = formats.flatMap(({ extensions }) => extensions);
