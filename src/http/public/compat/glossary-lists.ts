/**
 * The list of all glossaries of a team; the client libraries do not support pagination. It is still read and
 * written in pages: a team's 1,000 glossaries may have 100,000 dictionaries, too many for one turn of the
 * event loop.
 */
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Glossaries, Glossary } from '../../../accounts/glossaries/glossaries.ts';
import { callerOf } from '../request-caller.ts';

const pageSize = 50;

export async function listAll(
  reply: FastifyReply,
  glossaries: Glossaries,
  show: (glossary: Glossary) => object | undefined,
): Promise<Readable> {
  const { teamId } = callerOf(reply.request);
  const pages: Glossary[][] = [];
  let before: string | undefined;
  do {
    const page: Glossary[] = await glossaries.list(teamId, {}, { limit: pageSize, before });
    pages.push(page);
    before = page.length === pageSize ? page.at(-1)?.id : undefined;
  } while (before !== undefined);
  reply.type('application/json; charset=utf-8');
  return Readable.from(asJson(pages, show));
}

async function* asJson(
  pages: readonly Glossary[][],
  show: (glossary: Glossary) => object | undefined,
): AsyncGenerator<string> {
  yield '{"glossaries":[';
  let separator = '';
  for (const page of pages) {
    const shown = page.flatMap((glossary) => show(glossary) ?? []).map((each) => JSON.stringify(each));
    if (shown.length > 0) {
      yield separator + shown.join(',');
      separator = ',';
    }
    await nextTurn();
  }
  yield ']}';
}
