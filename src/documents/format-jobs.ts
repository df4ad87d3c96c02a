/** What is asked of the thread that takes files apart and puts them together. Plain computing on plain data. */
import { DocumentFault, type DocumentUnit } from './formats/format.ts';
import { findFormat } from './formats/registry.ts';

interface FileOfFormat {
  readonly format: string;
  readonly file: Uint8Array;
}

export type FormatJob =
  | ({ readonly kind: 'open' } & FileOfFormat)
  | ({
      readonly kind: 'assemble';
      readonly translations: readonly string[];
      readonly target: string;
    } & FileOfFormat);

export type FormatResult =
  | { readonly ok: true; readonly units: readonly DocumentUnit[]; readonly file?: undefined }
  | { readonly ok: true; readonly file: Uint8Array; readonly units?: undefined }
  /** The file is to blame; the detail is for whoever sent it. */
  | { readonly ok: false; readonly detail: string };

export function runFormatJob(job: FormatJob): FormatResult {
  const format = findFormat(`.${job.format}`);
  if (format === undefined)
    return { ok: false, detail: 'Invalid file: its file extension is not supported.' };
  try {
    const document = format.open(job.file);
    if (job.kind === 'open') return { ok: true, units: document.units.map(plainUnit) };
    return { ok: true, file: document.assemble(job.translations, job.target) };
  } catch (error) {
    if (error instanceof DocumentFault) return { ok: false, detail: error.message };
    // The message of any other error might quote the file: where it came from is enough.
    throw new Error(`the format ${job.format} failed: ${placeOf(error)}`);
  }
}

/** Without what a format may keep beside it, which need not survive the way to another thread. */
function plainUnit({ text, characters }: DocumentUnit): DocumentUnit {
  return { text, characters };
}

function placeOf(error: unknown): string {
  const place = error instanceof Error ? /\n\s+at (.*)/.exec(error.stack ?? '')?.[1] : undefined;
  return place ?? 'somewhere';
}
