/** Which engines a team may use, and whether its translations are cached. */
import Type from 'typebox';
import type { Installation } from '../../../../accounts/installation.ts';
import type { OperatorTeams } from '../../../../accounts/operator-teams.ts';
import { mapOutcome } from '../../../../lib/outcome.ts';
import { toWire } from '../../../../lib/wire-shape.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { route } from '../../../route.ts';
import { describeEngineStates, engineStates } from '../home/engine-states.ts';
import { actorOf } from '../request-user.ts';
import { operatorTeamsPath } from './team-list-route.ts';

export interface TeamSettingsParts {
  readonly operatorTeams: OperatorTeams;
  readonly installation: Installation;
  /** The engines of this node, which may not have reported itself yet. */
  readonly engineIds: readonly string[];
}

/** More than any configuration has. */
const maxEngines = 100;
const engineList = Type.Union(
  [
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: maxEngines }),
    Type.Null(),
  ],
  { description: 'in order of preference; null: all engines, in the order of the configuration' },
);
const changeSchema = Type.Object({
  engines: Type.Optional(engineList),
  previous_engines: Type.Optional(
    Type.Union([Type.Array(Type.String(), { maxItems: maxEngines }), Type.Null()], {
      description: 'the engines that the operator saw; 409 if the team has others by now',
    }),
  ),
  cache: Type.Optional(Type.Boolean()),
});
const members = {
  team_id: Type.String(),
  engines: Type.Union([Type.Array(Type.String()), Type.Null()]),
  cache: Type.Boolean(),
};
const settingsSchema = Type.Object({
  ...members,
  known_engines: Type.Array(Type.Object({ id: Type.String(), state: Type.Enum([...engineStates]) }), {
    description: 'the configured engines of all nodes',
  }),
});

const path = `${operatorTeamsPath}/:id/settings` as const;

export function teamSettingsRoutes(parts: TeamSettingsParts): RouteDefinition[] {
  const { operatorTeams } = parts;
  return [
    route('GET', path, 'operator', {
      operationId: 'readTeamSettings',
      operators: ['support', 'read-only'],
      summary: 'Read which engines a team may use, which there are, and whether its translations are cached',
      response: { 200: settingsSchema },
      handler: async (request) => {
        const [settings, known] = await Promise.all([
          operatorTeams.settings(request.params.id),
          readKnownEngines(parts),
        ]);
        return mapOutcome(settings, (found) => ({ ...toWire(found), known_engines: known }));
      },
    }),
    route('PATCH', path, 'operator', {
      operationId: 'setTeamSettings',
      needsProof: true,
      summary: 'Set the engines and the cache of a team; omitted ones stay unchanged',
      problems: ['conflict'],
      body: changeSchema,
      response: { 200: Type.Object(members) },
      handler: async (request) => {
        const { engines, previous_engines, cache } = request.body;
        const changes = {
          ...(engines !== undefined && { engines: engines && [...new Set(engines)] }),
          ...(previous_engines !== undefined && { seenEngines: previous_engines }),
          ...(cache !== undefined && { isCached: cache }),
          knownEngines: (await readKnownEngines(parts)).map(({ id }) => id),
        };
        return mapOutcome(
          await operatorTeams.setSettings(request.params.id, changes, actorOf(request)),
          toWire,
        );
      },
    }),
  ];
}

async function readKnownEngines({ installation, engineIds }: TeamSettingsParts) {
  const { nodes } = await installation.read();
  // A node that is restarted now still knows its engines.
  const ids = nodes.flatMap(({ engines }) => engines.map(({ id }) => id));
  const known = [...new Set([...engineIds, ...ids])].toSorted();
  return describeEngineStates(nodes, known).map(({ id, state }) => ({ id, state }));
}
