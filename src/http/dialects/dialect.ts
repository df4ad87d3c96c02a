/** What the dialects of the listener share, and how they differ from each other beyond their routes. */
import type { FastifyRequest } from 'fastify';
import type { Glossaries } from '../../accounts/glossaries/glossaries.ts';
import type { Documents } from '../../documents/documents.ts';
import type { Gateway } from '../../gateway/translate-call.ts';
import type { Problem } from '../../lib/errors.ts';
import type { UsageReports } from '../../metering/usage-report.ts';
import type { Translator } from '../../translate/translator.ts';
import type { ProblemResponse } from '../problem-reply.ts';
import type { ServiceHealth } from '../public/health-route.ts';
import type { CallerAdmission } from './admit-caller.ts';

export interface Dialect {
  readonly name: string;
  /** Begins every path of the dialect. Empty for the dialect that has all other paths. */
  readonly prefix: string;
  /** The member of the query that may hold the key. */
  readonly keyInQuery: string | undefined;
  /** The member of the body that may hold the key. */
  readonly keyInBody: string | undefined;
  toProblemResponse(problem: Problem): ProblemResponse;
}

/** What the routes of the dialects need. */
export interface DialectParts {
  readonly gateway: Gateway;
  /** The language routes of the engines that a team may use. */
  readonly routesFor: Translator['routesFor'];
  readonly documents: Documents;
  readonly reports: UsageReports;
  readonly glossaries: Glossaries;
  readonly health: ServiceHealth;
  readonly callDeadlineMs: number;
  /** Of this product. */
  readonly version: string;
  readonly admission: CallerAdmission;
}

/** The last dialect must have an empty prefix. */
export function dialectFinder(dialects: readonly Dialect[]): (request: FastifyRequest) => Dialect {
  return ({ url }) => {
    const [path = ''] = url.split('?', 1);
    const found = dialects.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
    const last = dialects.at(-1);
    if (last === undefined) throw new Error('there are no dialects');
    return found ?? last;
  };
}
