/** The engine types of the configuration file and their settings; docs/run/engines.md explains them. */
import Type, { type Static } from 'typebox';
import { openaiSettings } from './openai-settings.ts';

const apertium = Type.Object(
  {
    type: Type.Literal('apertium'),
    modes: Type.Optional(Type.String({ minLength: 1 })),
    pipelines: Type.Optional(Type.Integer({ minimum: 1, maximum: 256 })),
  },
  { additionalProperties: false },
);

const bergamot = Type.Object(
  {
    type: Type.Literal('bergamot'),
    models: Type.String({ minLength: 1 }),
    workers: Type.Optional(Type.Integer({ minimum: 1, maximum: 256 })),
    memory_mb: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    pinned: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1, uniqueItems: true })),
    shortlist: Type.Optional(Type.Boolean()),
    kernel: Type.Optional(Type.Union([Type.Literal('own'), Type.Literal('builtin')])),
  },
  { additionalProperties: false },
);

const tag = Type.String({ minLength: 2, maxLength: 35 });

const overHttp = {
  url: Type.String({ pattern: '^https?://[^\\s@]+$' }),
  key_env: Type.Optional(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' })),
  key_file: Type.Optional(Type.String({ minLength: 1 })),
  connections: Type.Optional(Type.Integer({ minimum: 1, maximum: 256 })),
  timeout_ms: Type.Optional(Type.Integer({ minimum: 100, maximum: 30_000 })),
};
const languages = Type.Array(tag, { minItems: 2, uniqueItems: true });

const deepl = Type.Object(
  { type: Type.Literal('deepl'), ...overHttp, languages: Type.Optional(languages) },
  { additionalProperties: false },
);

const libretranslate = Type.Object(
  { type: Type.Literal('libretranslate'), ...overHttp, languages: Type.Optional(languages) },
  { additionalProperties: false },
);

const openai = Type.Object(
  {
    type: Type.Literal('openai'),
    ...overHttp,
    languages: Type.Optional(languages),
    ...openaiSettings,
  },
  { additionalProperties: false },
);

/** Only in tests; see src/engines/stub/. */
const stub = Type.Object(
  {
    type: Type.Literal('stub'),
    pairs: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Za-z-]+>[A-Za-z-]+$' }), { minItems: 1 })),
    behaviour: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

/** By the value of `type`. */
export const engineTypes = { apertium, bergamot, deepl, libretranslate, openai, stub } as const;

export type EngineDefinition = { readonly id: string } & Static<
  (typeof engineTypes)[keyof typeof engineTypes]
>;
