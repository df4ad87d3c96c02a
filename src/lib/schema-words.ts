/**
 * What a value must be, in words that need no knowledge of JSON Schema. Understands the errors of Ajv and of TypeBox,
 * which have the same keywords. Names rules and members, never values.
 */

export interface SchemaError {
  readonly keyword: string;
  /** Ajv declares one type for the parameters of each keyword, TypeBox none. */
  readonly params: object;
  readonly message?: string | undefined;
}

export function ruleInWords({ keyword, params, message }: SchemaError): string {
  const given = params as Readonly<Record<string, unknown>>;
  return (inWords[keyword] ?? noWords)(given) ?? message ?? 'is not valid';
}

type Params = Readonly<Record<string, unknown>>;

const noWords = () => undefined;

const inWords: Readonly<Record<string, (params: Params) => string | undefined>> = {
  type: ({ type }) => `must be ${typesInWords(type)}`,
  enum: ({ allowedValues }) =>
    Array.isArray(allowedValues) ? `must be one of ${allowedValues.join(', ')}` : undefined,
  required: ({ missingProperty, requiredProperties }) =>
    `needs ${quoted(missingProperty ?? requiredProperties)}`,
  additionalProperties: ({ additionalProperty, additionalProperties }) =>
    `must not have ${quoted(additionalProperty ?? additionalProperties)}`,
  minItems: ({ limit }) => `must have at least ${counted(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${counted(limit, 'item')}`,
  minLength: ({ limit }) =>
    limit === 1 ? 'must not be empty' : `must have at least ${counted(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${counted(limit, 'character')}`,
  minProperties: ({ limit }) => `must have at least ${counted(limit, 'member')}`,
  maxProperties: ({ limit }) => `must have at most ${counted(limit, 'member')}`,
  minimum: ({ limit }) => `must be at least ${inDigits(limit)}`,
  maximum: ({ limit }) => `must be at most ${inDigits(limit)}`,
  format: ({ format }) => (format === 'uuid' ? 'must be a UUID' : undefined),
};

const withArticle: Readonly<Record<string, string>> = {
  array: 'an array',
  object: 'an object',
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

/** Ajv joins several types with a comma. */
function typesInWords(type: unknown): string {
  const types = Array.isArray(type) ? type : String(type).split(',');
  return types.map((name) => withArticle[String(name)] ?? String(name)).join(' or ');
}

function quoted(names: unknown): string {
  return [names]
    .flat()
    .map((name) => `"${String(name)}"`)
    .join(', ');
}

function counted(limit: unknown, thing: string): string {
  return `${inDigits(limit)} ${thing}${limit === 1 ? '' : 's'}`;
}

function inDigits(limit: unknown): string {
  return typeof limit === 'number' ? limit.toLocaleString('en') : String(limit);
}
