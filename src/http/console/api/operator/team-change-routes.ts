/** Changes that operators make to a team. The team's audit log records them, like those of the CLI. */
import Type from 'typebox';
import type { OperatorTeams } from '../../../../accounts/operator-teams.ts';
import type { SuspensionOfTeam } from '../../../../accounts/suspension.ts';
import { done, mapOutcome, refused } from '../../../../lib/outcome.ts';
import { cleanReason, reasonRule } from '../../../../lib/reasons.ts';
import { maxTeamLimits } from '../../../../lib/team-limits.ts';
import { toWire } from '../../../../lib/wire-shape.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { nameSchema, readName } from '../../../read-name.ts';
import { invalidRequest } from '../../../refusals.ts';
import { route } from '../../../route.ts';
import { actorOf, sessionOf } from '../request-user.ts';
import { limitMembers, showSuspended, suspended } from '../shapes.ts';
import { operatorTeamsPath, teamMembers } from './team-list-route.ts';

const quota = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const upTo = (maximum: number) => Type.Optional(Type.Integer({ minimum: 1, maximum }));
const limitsSchema = Type.Object({
  monthly_quota: Type.Optional(quota),
  requests_per_second: upTo(maxTeamLimits.requestsPerSecond),
  requests_burst: upTo(maxTeamLimits.requestsBurst),
  characters_per_minute: upTo(maxTeamLimits.charactersPerMinute),
  calls_in_flight: upTo(maxTeamLimits.callsInFlight),
});
/** Leaves room for surrounding whitespace; `cleanReason` trims it and then checks the length. */
const reason = Type.String({ minLength: 1, maxLength: 2_000 });
const reasonSchema = Type.Object({ reason });
const creditSchema = Type.Object({
  characters: Type.Integer({
    minimum: -Number.MAX_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    not: { const: 0 },
    description: 'a negative number takes credit back',
  }),
  reason,
  entry: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        "the entry's id, chosen by the caller; repeating the call with this id books the credit only once",
    }),
  ),
});

const suspensionSchema = Type.Object({ team_id: Type.String(), suspended });

/** The quota is what a team pays for. The rates protect the installation. */
const onlyQuota = refused(
  'forbidden',
  'The role billing may change the monthly quota alone. Ask a full operator for other limits.',
);

const one = `${operatorTeamsPath}/:id` as const;

/** The parameter is not named `team`: that would be a team in which the user has a role. */
export function teamChangeRoutes(teams: OperatorTeams): RouteDefinition[] {
  return [
    route('POST', operatorTeamsPath, 'operator', {
      operationId: 'createTeam',
      summary: 'Create a team',
      body: Type.Object({ name: nameSchema, monthly_quota: quota }),
      response: { 201: Type.Object(teamMembers) },
      handler: async (request) => {
        const { name, monthly_quota } = request.body;
        return done(toWire(await teams.create(readName(name), monthly_quota, actorOf(request))));
      },
    }),
    route('PATCH', one, 'operator', {
      operationId: 'renameTeam',
      operators: ['support'],
      summary: 'Rename a team',
      description: 'Only a full operator changes a name to which groups of single sign-on are mapped.',
      problems: ['conflict'],
      body: Type.Object({
        name: nameSchema,
        previous_name: Type.String({
          maxLength: 1_000,
          description: 'the name that the operator saw; 409 if the team has another name by now',
        }),
      }),
      response: { 200: Type.Object({ id: Type.String(), name: Type.String() }) },
      handler: (request) => {
        const { name, previous_name } = request.body;
        const [by, actor] = [sessionOf(request), actorOf(request)];
        return teams.rename(request.params.id, readName(name), previous_name, by, actor);
      },
    }),
    route('PATCH', `${one}/limits`, 'operator', {
      operationId: 'setLimits',
      needsProof: true,
      operators: ['billing'],
      summary: 'Set the quota and limits of a team; omitted ones stay unchanged',
      problems: ['conflict'],
      body: limitsSchema,
      response: { 200: Type.Object({ team_id: Type.String(), ...limitMembers }) },
      handler: async (request) => {
        const { monthly_quota: _, ...rates } = request.body;
        if (sessionOf(request).operatorRole === 'billing' && Object.keys(rates).length > 0) return onlyQuota;
        const { body } = request;
        const changes = {
          monthlyQuota: body.monthly_quota,
          requestsPerSecond: body.requests_per_second,
          requestsBurst: body.requests_burst,
          charactersPerMinute: body.characters_per_minute,
          callsInFlight: body.calls_in_flight,
        };
        return mapOutcome(await teams.setLimits(request.params.id, changes, actorOf(request)), toWire);
      },
    }),
    route('POST', `${one}/suspend`, 'operator', {
      operationId: 'suspendTeam',
      summary: 'Suspend a team; its calls are refused on every node at once',
      body: reasonSchema,
      response: { 200: suspensionSchema },
      handler: async (request) => {
        const reason = readReason(request.body);
        return mapOutcome(await teams.suspend(request.params.id, reason, actorOf(request)), showSuspension);
      },
    }),
    route('POST', `${one}/resume`, 'operator', {
      operationId: 'resumeTeam',
      summary: 'Resume a suspended team',
      problems: ['conflict'],
      body: reasonSchema,
      response: { 200: suspensionSchema },
      handler: async (request) => {
        const reason = readReason(request.body);
        return mapOutcome(await teams.resume(request.params.id, reason, actorOf(request)), showSuspension);
      },
    }),
    route('POST', `${one}/credit`, 'operator', {
      operationId: 'giveCredit',
      operators: ['billing'],
      needsProof: true,
      summary: 'Add credit or take it back',
      problems: ['conflict'],
      body: creditSchema,
      response: { 201: Type.Object({ entry: Type.String(), credit_left: Type.Integer() }) },
      handler: async (request) => {
        const { characters: amount, entry } = request.body;
        const credit = { teamId: request.params.id, amount, entry, reason: readReason(request.body) };
        const given = await teams.giveCredit(credit, actorOf(request));
        return mapOutcome(given, ({ entry, credit }) => ({ entry, credit_left: credit }));
      },
    }),
  ];
}

function showSuspension(team: SuspensionOfTeam) {
  return { team_id: team.teamId, ...showSuspended(team) };
}

function readReason(body: { readonly reason: string }): string {
  const given = cleanReason(body.reason);
  if (given === undefined) throw invalidRequest(reasonRule);
  return given;
}
