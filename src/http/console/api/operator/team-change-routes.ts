/** Changes that operators make to a team. The team's audit log records them, like those of the CLI. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static, type TSchema } from 'typebox';
import type { OperatorTeams } from '../../../../accounts/operator-teams.ts';
import { ProblemError, problem } from '../../../../lib/errors.ts';
import type { Outcome } from '../../../../lib/outcome.ts';
import { cleanReason, reasonRule } from '../../../../lib/reasons.ts';
import { maxTeamLimits } from '../../../../lib/team-limits.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { sendProblem } from '../../../problem-reply.ts';
import { nameSchema, readName } from '../../../read-name.ts';
import { actorOf } from '../acting.ts';
import { limitMembers, suspended } from '../shapes.ts';
import { operatorTeamsPath, teamMembers } from './team-list-route.ts';

const quota = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const createSchema = Type.Object({ name: nameSchema, monthly_quota: quota });
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

const teamSchema = Type.Object(teamMembers);
const limitsAnswer = Type.Object({ team_id: Type.String(), ...limitMembers });
const suspensionSchema = Type.Object({ team_id: Type.String(), suspended });
const givenSchema = Type.Object({ entry: Type.String(), credit_left: Type.Integer() });

const one = `${operatorTeamsPath}/:id`;

export function teamChangeRoutes(teams: OperatorTeams): RouteDefinition[] {
  return [
    {
      ...changing('POST', operatorTeamsPath, createSchema, 201, teamSchema),
      describes: { operationId: 'createTeam', summary: 'Create a team' },
      handler: async (request, reply) => {
        const body = request.body as Static<typeof createSchema>;
        const team = await teams.create(readName(body.name), body.monthly_quota, actorOf(request));
        return reply.code(201).send(team);
      },
    },
    {
      ...changing('PATCH', `${one}/limits`, limitsSchema, 200, limitsAnswer),
      describes: {
        operationId: 'setLimits',
        summary: 'Set the quota and limits of a team; omitted ones stay unchanged',
        problems: ['conflict'],
      },
      handler: async (request, reply) => {
        const body = request.body as Static<typeof limitsSchema>;
        const changes = {
          monthlyQuota: body.monthly_quota,
          requestsPerSecond: body.requests_per_second,
          requestsBurst: body.requests_burst,
          charactersPerMinute: body.characters_per_minute,
          callsInFlight: body.calls_in_flight,
        };
        return send(reply, await teams.setLimits(teamIdOf(request), changes, actorOf(request)));
      },
    },
    {
      ...changing('POST', `${one}/suspend`, reasonSchema, 200, suspensionSchema),
      describes: {
        operationId: 'suspendTeam',
        summary: 'Suspend a team; its calls are refused on every node at once',
      },
      handler: async (request, reply) =>
        send(reply, await teams.suspend(teamIdOf(request), reasonOf(request), actorOf(request))),
    },
    {
      ...changing('POST', `${one}/resume`, reasonSchema, 200, suspensionSchema),
      describes: {
        operationId: 'resumeTeam',
        summary: 'Resume a suspended team',
        problems: ['conflict'],
      },
      handler: async (request, reply) =>
        send(reply, await teams.resume(teamIdOf(request), reasonOf(request), actorOf(request))),
    },
    {
      ...changing('POST', `${one}/credit`, creditSchema, 201, givenSchema),
      describes: { operationId: 'giveCredit', summary: 'Add credit or take it back', problems: ['conflict'] },
      handler: async (request, reply) => {
        const { characters: amount, entry } = request.body as Static<typeof creditSchema>;
        const credit = { teamId: teamIdOf(request), amount, entry, reason: reasonOf(request) };
        const given = await teams.giveCredit(credit, actorOf(request));
        if (!given.ok) return sendProblem(reply, given.problem);
        return reply.code(201).send({ entry: given.value.entry, credit_left: given.value.credit });
      },
    },
  ];
}

function changing(method: 'POST' | 'PATCH', url: string, body: TSchema, status: number, answer: TSchema) {
  return { method, url, access: 'operator', schema: { body, response: { [status]: answer } } } as const;
}

/** The parameter is not named `team`: that would be a team in which the user has a role. */
function teamIdOf({ params }: FastifyRequest): string {
  return (params as { id: string }).id;
}

function reasonOf({ body }: FastifyRequest): string {
  const given = cleanReason((body as Static<typeof reasonSchema>).reason);
  if (given === undefined) throw new ProblemError(problem('invalid_request', reasonRule));
  return given;
}

function send<T extends object>(reply: FastifyReply, outcome: Outcome<T>): FastifyReply {
  return outcome.ok ? reply.send(outcome.value) : sendProblem(reply, outcome.problem);
}
