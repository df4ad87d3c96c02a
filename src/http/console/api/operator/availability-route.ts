/** Processes, Postgres, Redis, queues and housekeeping. A part that does not answer is null; the others are shown. */
import Type from 'typebox';
import type { Availability } from '../../../../accounts/availability.ts';
import { done } from '../../../../lib/outcome.ts';
import { toWire } from '../../../../lib/wire-shape.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { route } from '../../../route.ts';
import { time, timeOrNull } from '../../../time-shapes.ts';

export interface AvailabilityRouteParts {
  readonly availability: Availability;
}

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const integerOrNull = Type.Union([Type.Integer(), Type.Null()]);
const processSchema = Type.Object({
  id: Type.String(),
  host: Type.Union(textOrNull.anyOf, { description: 'null for document workers of earlier versions' }),
  process_id: integerOrNull,
  version: textOrNull,
  started_at: timeOrNull,
  last_seen_at: time,
  is_live: Type.Boolean(),
  roles: Type.Array(Type.Enum(['api', 'documents', 'engines'])),
  engines: Type.Array(Type.String()),
  document_workers: Type.Integer({ description: 'documents that it translates at once' }),
  reaches_redis: Type.Union([Type.Boolean(), Type.Null()], { description: 'null if it needs no limits' }),
  backlog: Type.Union(
    [
      Type.Object({
        charges: Type.Integer({ description: 'calls that wait to be charged' }),
        request_log: Type.Union(
          [
            Type.Object({
              waiting_rows: Type.Integer(),
              lost_calls: Type.Integer({ description: 'since the process started' }),
            }),
            Type.Null(),
          ],
          { description: 'null if calls are not logged' },
        ),
      }),
      Type.Null(),
    ],
    { description: 'what waits in its memory; null if it serves no calls' },
  ),
});
const taskSchema = Type.Object({
  task: Type.String(),
  state: Type.Enum(['due', 'done', 'postponed', 'failed'], { description: 'the worst of all live nodes' }),
  done_at: timeOrNull,
  nodes: Type.Array(Type.String(), { description: 'the nodes in this state' }),
});
const postgresSchema = Type.Object({
  version: Type.String(),
  address: Type.Union(textOrNull.anyOf, { description: 'null on a Unix socket' }),
  port: integerOrNull,
  cluster_name: textOrNull,
  started_at: time,
  is_standby: Type.Boolean(),
  is_read_only: Type.Boolean(),
  is_synchronous: Type.Boolean({ description: 'commits wait for a standby' }),
  may_see_standbys: Type.Boolean({ description: 'the database role may read the state of standbys' }),
  standby_count: Type.Integer(),
  standbys: Type.Array(
    Type.Object({
      name: textOrNull,
      address: textOrNull,
      state: textOrNull,
      sync_state: textOrNull,
      lag_bytes: integerOrNull,
      lag_ms: integerOrNull,
    }),
  ),
});
const redisSchema = Type.Object({
  is_cluster: Type.Boolean(),
  servers: Type.Array(
    Type.Object({
      address: Type.String(),
      answers: Type.Boolean(),
      role: Type.Union([Type.Enum(['primary', 'replica']), Type.Null()]),
      replicas: integerOrNull,
    }),
  ),
});
const documentsSchema = Type.Object({
  waiting: Type.Integer(),
  running: Type.Integer(),
  oldest_waiting_since: timeOrNull,
  team_count: Type.Integer({ description: 'teams with documents in progress' }),
  teams: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      waiting: Type.Integer(),
      running: Type.Integer(),
    }),
    { description: 'at most ten, those with the most documents' },
  ),
});
const orSilent = <T extends Type.TSchema>(schema: T) =>
  Type.Union([schema, Type.Null()], { description: 'null if this part does not answer' });
const schema = Type.Object({
  processes: orSilent(Type.Array(processSchema)),
  housekeeping: orSilent(Type.Array(taskSchema)),
  postgres: orSilent(postgresSchema),
  redis: orSilent(redisSchema),
  documents: orSilent(documentsSchema),
});

export function availabilityRoute({ availability }: AvailabilityRouteParts): RouteDefinition {
  return route('GET', '/api/operator/availability', 'operator', {
    operationId: 'readAvailability',
    operators: ['support', 'read-only'],
    summary: 'Read the state of processes, Postgres, Redis, queues and housekeeping',
    response: { 200: schema },
    handler: async () => {
      const { processes, postgres, redis, documents } = await availability.read();
      return done({
        processes: processes?.list.map(toWire) ?? null,
        housekeeping: processes?.housekeeping ?? null,
        postgres: postgres && { ...toWire(postgres), standbys: postgres.standbys.map(toWire) },
        redis: redis && { ...toWire(redis), servers: redis.servers.map(toWire) },
        documents: documents && { ...toWire(documents), teams: documents.teams.map(toWire) },
      });
    },
  });
}
