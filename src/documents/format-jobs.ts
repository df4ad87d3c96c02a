/** The jobs of the thread that opens and assembles files. Pure computation on plain data. */
import { type DocumentUnit, InvalidDocumentError } from './formats/format.ts';
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
  /** The file is invalid; the detail is for the client that uploaded it. */
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
    if (error instanceof InvalidDocumentError) return { ok: false, detail: error.message };
    // The message of any other error might quote the file, so only its place in the code is reported.
    throw new Error(`the format ${job.format} failed: ${placeOf(error)}`);
  }
}

/** Drops extra members of a format, such as functions, which cannot be posted to another thread. */
function plainUnit({ text, characters }: DocumentUnit): DocumentUnit {
  return { text, characters };
}

function placeOf(error: unknown): string {
  const place = error instanceof Error ? /\n\s+at (.*)/.exec(error.stack ?? '')?.[1] : undefined;
  return place ?? 'unknown location';
}
