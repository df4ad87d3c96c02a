/** The settings of engines of type `openai`, and the rules that a schema cannot express; docs/run/engines.md explains them. */
import Type from 'typebox';
import { pairOf } from '../lib/language-pair.ts';

const templateNames = ['json', 'plain', 'hy-mt', 'translategemma', 'translategemma-delimiters'] as const;
export type TemplateName = (typeof templateNames)[number];

/** The member of the request that carries the limit, or false for no limit. */
const tokenLimits = ['max_tokens', 'max_completion_tokens', false] as const;
export type TokenLimit = (typeof tokenLimits)[number];

/** The members with a fixed list of values are checked in code, for a message that names the values. */
export const openaiSettings = {
  model: Type.String({ minLength: 1 }),
  pairs: Type.Optional(Type.Array(Type.String(), { minItems: 1, uniqueItems: true })),
  template: Type.Optional(Type.Unsafe<TemplateName>({})),
  parameters: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  token_limit: Type.Optional(Type.Unsafe<TokenLimit>({})),
  markup: Type.Optional(Type.Boolean()),
  texts_per_request: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  context_segments: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
  rephrase: Type.Optional(Type.Boolean()),
};

const choices: Readonly<Record<string, readonly unknown[]>> = {
  template: templateNames,
  token_limit: tokenLimits,
};

/** Members of the request that no parameter may change, each with the reason. */
const fixedMembers: Readonly<Record<string, string>> = {
  model: 'set "model" of the engine instead',
  messages: 'the template writes them',
  stream: 'answers are read as a whole',
  n: 'one answer is read',
};

export interface SettingProblem {
  /** Below the engine. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export function openaiProblems(settings: Readonly<Record<string, unknown>>): SettingProblem[] {
  return [
    ...choiceProblems(settings),
    ...languageProblems(settings),
    ...parameterProblems(settings),
    ...batchProblems(settings),
    ...contextProblems(settings),
    ...rephraseProblems(settings),
  ];
}

function choiceProblems(settings: Readonly<Record<string, unknown>>): SettingProblem[] {
  return Object.entries(choices).flatMap(([member, values]) => {
    const value = settings[member];
    if (value === undefined || values.includes(value)) return [];
    return [{ path: [member], message: `must be one of ${values.join(', ')}` }];
  });
}

function languageProblems({ languages, pairs }: Readonly<Record<string, unknown>>): SettingProblem[] {
  if (languages === undefined && pairs === undefined)
    return [{ path: [], message: 'needs "languages", or "pairs" if not every pair of them is wanted' }];
  if (languages !== undefined && pairs !== undefined)
    return [{ path: ['pairs'], message: 'cannot be set together with "languages"; set only one' }];
  return (Array.isArray(pairs) ? pairs : []).flatMap((pair, i) =>
    typeof pair === 'string' && pairOf(pair) !== undefined
      ? []
      : [{ path: ['pairs', i], message: 'must be two languages, such as "en-de" or "en-pt-BR"' }],
  );
}

function parameterProblems({ parameters }: Readonly<Record<string, unknown>>): SettingProblem[] {
  return Object.entries(fixedMembers).flatMap(([member, reason]) =>
    Object.hasOwn(Object(parameters), member)
      ? [{ path: ['parameters', member], message: `cannot be set: ${reason}` }]
      : [],
  );
}

function batchProblems({ template, texts_per_request }: Readonly<Record<string, unknown>>): SettingProblem[] {
  const isJson = template === undefined || template === 'json';
  if (isJson || texts_per_request === undefined || texts_per_request === 1) return [];
  return [
    { path: ['texts_per_request'], message: `must be 1 with the template ${template}, which sends one text` },
  ];
}

function contextProblems({
  template,
  context_segments,
}: Readonly<Record<string, unknown>>): SettingProblem[] {
  const hasNoContext = template === 'translategemma' || template === 'translategemma-delimiters';
  if (!hasNoContext || context_segments === undefined || context_segments === 0) return [];
  return [
    {
      path: ['context_segments'],
      message: `must be 0 with the template ${template}, which has no place for a context`,
    },
  ];
}

/** The other templates are for models that only translate. */
function rephraseProblems({ template, rephrase }: Readonly<Record<string, unknown>>): SettingProblem[] {
  const isGeneral = template === undefined || template === 'json' || template === 'plain';
  if (isGeneral || rephrase !== true) return [];
  return [
    {
      path: ['rephrase'],
      message: `must be false with the template ${template}, whose models only translate`,
    },
  ];
}
