/** The parts of the OpenAPI document that the reference shows, as the server writes them. */
export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface Answer {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer>>;
  readonly 'x-example-query'?: string;
}

export interface ApiDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

export interface Operation extends DescribedOperation {
  readonly method: string;
  /** With places for parameters: `/v1/keys/{id}`. */
  readonly path: string;
}

export function operationsOf({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

export const jsonType = 'application/json';

/** Undefined if the operation takes no JSON. */
export function jsonBodyOf({ requestBody }: Operation): Content | undefined {
  return requestBody?.content[jsonType];
}

/** The members of a form with a file; undefined if the operation takes none. */
export function uploadOf({ requestBody }: Operation): Schema | undefined {
  return requestBody?.content['multipart/form-data']?.schema;
}

/** The scope that a key needs; undefined if the operation needs no key. */
export function scopeOf({ security }: Operation): string | undefined {
  return Object.values(security[0] ?? {}).flat()[0];
}

export interface GoodAnswer {
  readonly status: string;
  readonly types: readonly string[];
  readonly json: Content | undefined;
}

export function goodAnswersOf({ responses }: Operation): GoodAnswer[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 300)
    .map(([status, { content = {} }]) => ({ status, types: Object.keys(content), json: content[jsonType] }));
}

/** The codes of problems by status. The name of the response that they share lists them. */
export function problemsOf({ responses }: Operation): { status: string; codes: readonly string[] }[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 300)
    .map(([status, { $ref = '' }]) => ({ status, codes: $ref.split('/').at(-1)?.split('-') ?? [] }));
}

/** What a good answer of the operation is. */
export function answerKindOf(operation: Operation): 'json' | 'text' | 'file' | 'nothing' {
  const [answer] = goodAnswersOf(operation);
  if (answer?.json !== undefined) return 'json';
  const [type] = answer?.types ?? [];
  if (type === undefined) return 'nothing';
  return type.startsWith('text/') ? 'text' : 'file';
}
