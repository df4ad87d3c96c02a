import type { FastifyReply } from 'fastify';
import type { TranslatedFile } from '../../documents/documents.ts';
import type { Outcome } from '../../lib/outcome.ts';
import { refuseLargeAnswer } from '../large-exchanges.ts';
import { sendProblem } from '../problem-reply.ts';

export function sendTranslatedFile(reply: FastifyReply, outcome: Outcome<TranslatedFile>): FastifyReply {
  if (!outcome.ok) return sendProblem(reply, outcome.problem);
  const { file, name, contentType } = outcome.value;
  const refusal = refuseLargeAnswer(reply, file.length);
  if (refusal !== undefined) return sendProblem(reply, refusal);
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
