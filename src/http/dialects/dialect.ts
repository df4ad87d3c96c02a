/** How the dialects of the listener differ from each other, beyond their routes. */
import type { FastifyRequest } from 'fastify';
import type { Problem } from '../../lib/errors.ts';
import type { ProblemResponse } from '../problem-reply.ts';

export interface Dialect {
  readonly name: string;
  /** Begins every path of the dialect. Empty for the dialect that has all other paths. */
  readonly prefix: string;
  /** The member of the query that may hold the key. */
  readonly keyInQuery: string | undefined;
  /** The member of the body that may hold the key. */
  readonly keyInBody: string | undefined;
  /** Set if the routes count their requests, because only the body says whether one is a call. */
  readonly countsItself?: true;
  toProblemResponse(problem: Problem): ProblemResponse;
}

/** The last dialect must have an empty prefix. */
export function dialectFinder(dialects: readonly Dialect[]): (request: FastifyRequest) => Dialect {
  return ({ is404, url, routeOptions }) => {
    // The path of the route, however the caller spelled it.
    const [path = ''] = (is404 ? url : (routeOptions.url ?? url)).split('?', 1);
    const found = dialects.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
    const last = dialects.at(-1);
    if (last === undefined) throw new Error('there are no dialects');
    return found ?? last;
  };
}
