import type { FastifyReply } from 'fastify';
import type { TranslatedFile } from '../../documents/documents.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import { refuseLargeAnswer } from '../large-exchanges.ts';

/** Sets the headers of a download and returns the bytes of the file. */
export function toFileAnswer(reply: FastifyReply, outcome: Outcome<TranslatedFile>): Outcome<Buffer> {
  if (!outcome.ok) return outcome;
  const { file, name, contentType } = outcome.value;
  const refusal = refuseLargeAnswer(reply, file.length);
  if (refusal !== undefined) return refusal;
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeName(name)}`).type(contentType);
  return done(file);
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
