import { open } from 'node:fs/promises';
import { DamagedHeadError, readHeads } from '../accounts/audit-chain/wire-head.ts';
import { OperatorError } from '../lib/errors.ts';
import type { AuditHead } from '../store/postgres/audit-chains.ts';

/** Heads and links in files that `dragoman audit head --json` or `dragoman audit export` has written. */
export async function readAuditHeadsOf(files: readonly string[]): Promise<AuditHead[]> {
  const heads: AuditHead[] = [];
  for (const file of files) {
    const found = await readFileHeads(file);
    if (found.length === 0) {
      throw new OperatorError(
        `${file} contains no head of an audit log.`,
        'Give a file that was written by: dragoman audit head --json, or dragoman audit export',
      );
    }
    heads.push(...found);
  }
  return heads;
}

async function readFileHeads(file: string): Promise<AuditHead[]> {
  try {
    await using opened = await open(file);
    const heads: AuditHead[] = [];
    for await (const line of opened.readLines()) {
      if (line.trim() !== '') heads.push(...readHeads(JSON.parse(line)));
    }
    return heads;
  } catch (error) {
    const reason = reasonOf(error);
    throw new OperatorError(
      `${file} cannot be read: ${reason}.`,
      'Check the name and the content of the file.',
      {
        cause: error,
      },
    );
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'it has a line that is not JSON';
  return error instanceof DamagedHeadError
    ? 'it has a head that is damaged'
    : String((error as Error).message);
}
