/** The state of the installation: nodes, engines, models, queues and the slowest pairs. */
import Type from 'typebox';
import type { Installation } from '../../../../accounts/installation.ts';
import { done } from '../../../../lib/outcome.ts';
import { toWire } from '../../../../lib/wire-shape.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { route } from '../../../route.ts';
import { time } from '../../../time-shapes.ts';

const times = { calls: Type.Integer(), p50_ms: Type.Integer(), p95_ms: Type.Integer() };
const pair = { engine: Type.String(), pair: Type.String() };
const engineSchema = Type.Object({
  id: Type.String(),
  version: Type.String(),
  healthy: Type.Boolean(),
  detail: Type.String(),
  since: Type.Union([time, Type.Null()], { description: 'when it last became healthy or unhealthy' }),
  pairs: Type.Integer(),
  models: Type.Array(
    Type.Object({
      name: Type.String(),
      bytes: Type.Integer({ description: "the size of the model's file" }),
      loaded_by: Type.Integer({ description: 'the number of threads that have it in memory' }),
    }),
  ),
  memory: Type.Union([Type.Object({ bytes: Type.Integer(), budget_bytes: Type.Integer() }), Type.Null()]),
});
const nodeSchema = Type.Object({
  id: Type.String(),
  host: Type.String(),
  process_id: Type.Integer(),
  version: Type.String(),
  started_at: time,
  last_seen_at: time,
  reported_at: time,
  is_live: Type.Boolean({
    description: 'false after it stopped without signing off; it is then listed for a day',
  }),
  reaches_redis: Type.Boolean(),
  engines: Type.Array(engineSchema),
  queues: Type.Array(
    Type.Object({
      ...pair,
      waiting_characters: Type.Integer(),
      is_left_alone: Type.Boolean({ description: 'receives no calls for now, because it failed' }),
      ...times,
    }),
  ),
});
const schema = Type.Object({
  nodes: Type.Array(nodeSchema),
  slowest_pairs: Type.Array(Type.Object({ ...pair, ...times, node_id: Type.String() })),
});

export function installationRoute(installation: Installation): RouteDefinition {
  return route('GET', '/api/operator/installation', 'operator', {
    operationId: 'readInstallation',
    operators: ['support', 'read-only'],
    summary: 'Read the state of nodes, engines, queues, models and slow pairs',
    response: { 200: schema },
    handler: async () => {
      const { nodes, slowestPairs } = await installation.read();
      return done({ nodes: nodes.map(toWire), slowest_pairs: slowestPairs });
    },
  });
}
