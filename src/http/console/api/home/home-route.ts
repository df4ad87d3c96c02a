/** The home page in one answer: next steps, what is left this month, recent errors, engines and pairs. */
import Type from 'typebox';
import type { Installation } from '../../../../accounts/installation.ts';
import type { PlaygroundKeys } from '../../../../accounts/playground-key.ts';
import type { TeamHome, TeamProgress } from '../../../../accounts/team-home.ts';
import { cachedFor } from '../../../../lib/cached-for.ts';
import { done } from '../../../../lib/outcome.ts';
import { hasRole, type TeamRole } from '../../../../lib/team-role.ts';
import type { UsageReports } from '../../../../metering/usage-report.ts';
import type { LanguageRoutes } from '../../../../translate/routing/language-routes.ts';
import type { Translator } from '../../../../translate/translator.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { teamGone } from '../../../refusals.ts';
import { route } from '../../../route.ts';
import { time, timeOrNull } from '../../../time-shapes.ts';
import { teamOf } from '../request-user.ts';
import { readSummary, summarySchema } from '../usage-routes.ts';
import { describeEngineStates, engineStates } from './engine-states.ts';
import { describeServedPairs, type ModelKnowledge, maxShownPairs, type ServedPair } from './served-pairs.ts';

export interface HomeParts {
  readonly home: TeamHome;
  readonly reports: UsageReports;
  readonly playgroundKeys: PlaygroundKeys;
  readonly routesFor: Translator['routesFor'];
  readonly installation: Installation;
  readonly modelKnowledge: ModelKnowledge;
}

const homeSchema = Type.Object({
  checklist: Type.Object({
    has_key: Type.Boolean({ description: 'an API key that is not revoked' }),
    has_call: Type.Boolean({
      description: 'a text or a document was translated with an API key of the team',
    }),
    has_company: Type.Boolean({
      description: 'a second person; for owners, who may see invitations, also an open invitation',
    }),
    has_glossary: Type.Boolean(),
  }),
  month: summarySchema,
  recent_errors: Type.Object({
    since: time,
    refused: Type.Array(Type.Object({ code: Type.String(), calls: Type.Integer() })),
    failed_documents: Type.Array(Type.Object({ code: Type.String(), documents: Type.Integer() })),
  }),
  engines: Type.Array(
    Type.Object({
      id: Type.String(),
      state: Type.Enum([...engineStates], {
        description:
          'over all nodes. `degraded`: down on some of them. `unknown`: not checked yet, or on no node',
      }),
      since: timeOrNull,
    }),
  ),
  pairs: Type.Object({
    total: Type.Integer(),
    improvable: Type.Integer({ description: 'the number of pairs with `better`' }),
    changed_by: Type.Enum(['operator'], { description: 'who can change engines and models' }),
    shown: Type.Array(
      Type.Object({
        source: Type.String(),
        target: Type.String(),
        engines: Type.Array(Type.String()),
        through: Type.Union([Type.String(), Type.Null()]),
        better: Type.Union([
          Type.Object({
            model: Type.String({ description: 'as `dragoman models pull` names it: `en-de`' }),
            is_installed: Type.Boolean({
              description: 'true: it is installed, and the order of engines or routes prefers another engine',
            }),
          }),
          Type.Null(),
        ]),
      }),
      { description: `at most ${maxShownPairs}, those that could be better first` },
    ),
  }),
});

/** Nodes report every five seconds. */
const nodesCacheMs = 3_000;

export function homeRoute(parts: HomeParts): RouteDefinition {
  const { home, reports, playgroundKeys, routesFor, modelKnowledge } = parts;
  const readNodes = cachedFor(nodesCacheMs, () => parts.installation.read());
  // By plan of routes: teams with the same engines share one.
  const pairsByPlan = new WeakMap<LanguageRoutes, readonly ServedPair[]>();
  const pairsOf = (routes: LanguageRoutes) => {
    const known = pairsByPlan.get(routes);
    if (known !== undefined) return known;
    const pairs = describeServedPairs(routes, routesFor(undefined), modelKnowledge);
    pairsByPlan.set(routes, pairs);
    return pairs;
  };
  return route('GET', '/api/teams/:team/home', 'viewer', {
    operationId: 'readHome',
    operators: ['support', 'read-only'],
    summary: 'Read what the home page shows: next steps, this month, recent errors, engines and pairs',
    response: { 200: homeSchema },
    handler: async (request) => {
      const { teamId, role } = teamOf(request);
      const now = new Date();
      const [progress, month, errors, engines, { nodes }] = await Promise.all([
        home.progress(teamId),
        readSummary(reports, teamId, now),
        home.recentErrors(teamId, now),
        playgroundKeys.enginesOf(teamId),
        readNodes(),
      ]);
      if (progress === undefined || month === undefined) return teamGone;
      const pairs = pairsOf(routesFor(engines));
      return done({
        checklist: showProgress(progress, role),
        month,
        recent_errors: {
          since: errors.since.toISOString(),
          refused: errors.refused,
          failed_documents: errors.failedDocuments,
        },
        engines: describeEngineStates(nodes, engines),
        pairs: {
          total: pairs.length,
          improvable: pairs.filter(({ better }) => better !== null).length,
          changed_by: 'operator',
          shown: pairs
            .slice(0, maxShownPairs)
            .map(({ engines: ids, ...pair }) => ({ ...pair, engines: [...ids] })),
        },
      });
    },
  });
}

function showProgress({ hasInvitation, ...progress }: TeamProgress, role: TeamRole) {
  return {
    has_key: progress.hasKey,
    has_call: progress.hasCall,
    has_company: progress.hasColleague || (hasRole(role, 'owner') && hasInvitation),
    has_glossary: progress.hasGlossary,
  };
}
