import type { FastifyReply } from 'fastify';
import type { TranslatedFile } from '../../documents/documents.ts';
import type { Outcome } from '../../lib/outcome.ts';
import { refuseLargeAnswer } from '../large-exchanges.ts';
import { sendProblem } from '../problem-reply.ts';

/** The file, which is deleted once it has been sent whole; a client that hangs up before may ask for it again. */
export function sendTranslatedFile(reply: FastifyReply, outcome: Outcome<TranslatedFile>): FastifyReply {
  if (!outcome.ok) return sendProblem(reply, outcome.problem);
  const { file, name, contentType, forget } = outcome.value;
  const refusal = refuseLargeAnswer(reply, file.length);
  if (refusal !== undefined) return sendProblem(reply, refusal);
  reply.raw.once('close', () => {
    // What can't be deleted now is deleted when the document expires.
    if (reply.raw.writableFinished) forget().catch(() => undefined);
  });
  return reply
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeName(name)}`)
    .type(contentType)
    .send(file);
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
