/**
 * Requests and answers of many mebibytes, of which only so many may be under way at once: each is in memory as long
 * as its client takes to send or to read it, and slow clients would otherwise fill it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Problem, ProblemError, problem } from '../lib/errors.ts';
import { requestLimits } from '../lib/request-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly largeExchanges: LargeExchanges;
  }
}

const tooMany: Problem = problem(
  'service_unavailable',
  'Many large requests are under way. Try again later.',
  5,
);

class LargeExchanges {
  /** Team → how many of its exchanges are under way; only teams that have some. */
  readonly #ofTeams = new Map<string, number>();
  #ofAll = 0;

  /** Counts until the exchange is over, or says why it can not begin. */
  begin(reply: FastifyReply): Problem | undefined {
    const team = teamOf(reply.request);
    const { maxLargeExchanges, maxLargeExchangesPerTeam } = requestLimits;
    const isFull = this.#ofAll >= maxLargeExchanges || this.#of(team) >= maxLargeExchangesPerTeam;
    if (isFull) return tooMany;
    this.#count(team, 1);
    reply.raw.once('close', () => this.#count(team, -1));
    return undefined;
  }

  #of(team: string): number {
    return this.#ofTeams.get(team) ?? 0;
  }

  #count(team: string, change: 1 | -1): void {
    this.#ofAll += change;
    const left = this.#of(team) + change;
    if (left === 0) this.#ofTeams.delete(team);
    else this.#ofTeams.set(team, left);
  }
}

/** The caller's, or on the console the one in the path. */
function teamOf({ caller, params }: FastifyRequest): string {
  return caller?.teamId ?? (params as { team?: string } | undefined)?.team ?? '';
}

/** Counts the bodies; answers are counted by the routes that give them. */
export function limitLargeExchanges(app: FastifyInstance): void {
  app.decorate('largeExchanges', new LargeExchanges());
  app.addHook('preParsing', async (request, reply) => {
    const { bodyLimit } = request.routeOptions;
    if (request.method === 'GET' || bodyLimit <= requestLimits.maxTranslateBodyBytes) return;
    const length = request.headers['content-length'];
    const announced = length === undefined ? announcedByChunks(request.headers) : Number(length);
    // What is larger than the limit is refused unread.
    if (!isLarge(announced) || announced > bodyLimit) return;
    const refusal = app.largeExchanges.begin(reply);
    if (refusal !== undefined) throw new ProblemError(refusal);
  });
}

export function isLarge(bytes: number): boolean {
  return bytes > requestLimits.maxTranslateBodyBytes;
}

/** A body that doesn't say how long it is may be as long as it likes. */
function announcedByChunks(headers: { 'transfer-encoding'?: string | undefined }): number {
  return headers['transfer-encoding'] === undefined ? 0 : requestLimits.maxGlossaryBodyBytes;
}
