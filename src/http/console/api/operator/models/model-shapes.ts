import Type from 'typebox';
import { modelFailures } from '../../../../../lib/model-failures.ts';
import { time, timeOrNull } from '../../../../time-shapes.ts';

const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const failure = orNull(Type.Object({ reason: Type.Enum([...modelFailures]), detail: Type.String() }));

export const requestMembers = {
  id: Type.String(),
  pair: Type.String(),
  action: Type.Enum(['pull', 'remove']),
  architecture: orNull(Type.String()),
  state: Type.Enum(['open', 'done', 'failed', 'cancelled']),
  requested_by: Type.String(),
  requested_at: time,
  ended_at: timeOrNull,
};

const progress = Type.Object({
  node_id: Type.String(),
  host: Type.String(),
  state: Type.Enum(['waiting', 'working', 'done', 'failed']),
  attempts: Type.Integer(),
  file: orNull(Type.String()),
  bytes: orNull(Type.Integer()),
  total_bytes: orNull(Type.Integer()),
  failure,
});

const installed = Type.Object({
  name: Type.String(),
  architecture: orNull(Type.String({ description: 'null if it was not installed by Dragoman' })),
  bytes: Type.Integer(),
  memory_bytes: orNull(Type.Integer()),
  licence: orNull(Type.String()),
  comet: orNull(Type.Number()),
  is_pinned: Type.Boolean(),
});

export const modelsSchema = Type.Object({
  nodes: Type.Array(
    Type.Object({
      id: Type.String(),
      host: Type.String(),
      process_id: Type.Integer(),
      engine: Type.String(),
      folder: Type.String({ description: 'nodes with the same value share a folder of models' }),
      models: Type.Array(installed),
    }),
    { description: 'the live nodes with an engine that holds models' },
  ),
  requests: Type.Array(Type.Object({ ...requestMembers, nodes: Type.Array(progress) }), {
    description: 'open ones first, then the latest',
  }),
  changes: Type.Array(
    Type.Object({
      id: Type.String(),
      at: time,
      action: Type.String(),
      pair: Type.String(),
      actor: Type.String(),
      architecture: orNull(Type.String()),
    }),
    { description: 'the audit log of models, newest first' },
  ),
});

export const offersSchema = Type.Object({
  registry: orNull(Type.String({ description: 'null if this node has no engine that holds models' })),
  failure,
  models: Type.Array(
    Type.Object({
      name: Type.String(),
      architecture: Type.String(),
      release: Type.Enum(['release', 'desktop', 'android', 'unreleased']),
      bytes: orNull(Type.Integer()),
      memory_bytes: Type.Integer(),
      words_per_second: orNull(Type.Number()),
      comet: orNull(Type.Number()),
      licence: orNull(Type.String()),
      is_default: Type.Boolean({ description: 'the best that fits the memory of this node' }),
      fits: Type.Boolean({ description: 'whether this node has the memory for it' }),
    }),
  ),
  served: Type.Array(
    Type.Object({
      name: Type.String(),
      engines: Type.Array(Type.String()),
      is_rule_based: Type.Boolean({ description: 'whether a part of the way uses rules and dictionaries' }),
    }),
    {
      description:
        'how this node serves the pairs of these models now; pairs that it does not serve are missing',
    },
  ),
});
