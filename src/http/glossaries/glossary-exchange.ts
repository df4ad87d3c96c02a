/** Reads and writes glossaries, for both listeners. */
import type { FastifyReply } from 'fastify';
import type { Glossary } from '../../accounts/glossaries/glossaries.ts';
import type { PackedBody } from '../../accounts/glossaries/pack-entries.ts';
import { nameRule } from '../../lib/names.ts';
import { done, type Outcome, refused } from '../../lib/outcome.ts';
import { entityTag } from '../entity-tags.ts';
import { sendProblem } from '../problem-reply.ts';
import { showGlossary } from './glossary-shapes.ts';

export const newGlossaryForm = { encoding: 'json', layout: 'list' } as const;

export function withName({ name, dictionaries }: PackedBody): Outcome<PackedBody & { name: string }> {
  if (name === undefined) return refused('invalid_request', `name is missing. ${nameRule}`);
  return done({ name, dictionaries });
}

export function sendGlossary(reply: FastifyReply, outcome: Outcome<Glossary>): FastifyReply {
  if (!outcome.ok) return sendProblem(reply, outcome.problem);
  return reply.header('etag', entityTag(outcome.value.version)).send(showGlossary(outcome.value));
}
