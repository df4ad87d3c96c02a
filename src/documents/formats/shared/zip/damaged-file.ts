import { InvalidDocumentError } from '../../format.ts';

/**
 * For an archive that is broken, or that programs could read in different ways. People know nothing of archives: the message
 * says what to do, and the cause says what is wrong.
 */
export function damagedFile(why: string, cause?: unknown): InvalidDocumentError {
  return new InvalidDocumentError(
    'The file is damaged, or is not of the type that its name says. Save it again in the program that made it, then upload the new file.',
    { cause: new Error(why, { cause }) },
  );
}
