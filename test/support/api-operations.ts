/** Every operation of docs/openapi.json, so that tests about all routes also hold for those that come later. */
import { readFileSync } from 'node:fs';

type Schema = Record<string, unknown>;

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly { readonly bearer?: readonly string[] }[];
  readonly 'x-max-body-bytes'?: number;
  readonly 'x-example-query'?: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, Content>> }>
  >;
}

export interface Operation {
  readonly name: string;
  readonly method: string;
  /** With places for ids: `/v1/keys/{id}`. */
  readonly path: string;
  /** Nothing for a path that is open to everybody. */
  readonly scope: string | undefined;
  readonly maxBodyBytes: number | undefined;
  /** A body that works, as JSON; `{}` where the description has no example. */
  readonly body: string | undefined;
  /** Whether the description says enough to make a call that works. */
  readonly hasExample: boolean;
  readonly query: string;
  /** A form with a file, and no JSON. */
  readonly isUpload: boolean;
  readonly described: DescribedOperation;
}

const file = new URL('../../docs/openapi.json', import.meta.url);
const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
  paths: Record<string, Record<string, DescribedOperation>>;
};

export const operations: readonly Operation[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    scope: described.security[0]?.bearer?.[0],
    maxBodyBytes: described['x-max-body-bytes'],
    body: exampleBody(described),
    isUpload: isUpload(described),
    hasExample:
      described.requestBody === undefined ||
      isUpload(described) ||
      described.requestBody.content['application/json']?.example !== undefined,
    query: described['x-example-query'] ?? '',
    described,
  })),
);

export const apiPaths = Object.entries(paths).map(([path, methods]) => ({
  path,
  methods: Object.keys(methods).map((method) => method.toUpperCase()),
}));

function isUpload({ requestBody }: DescribedOperation): boolean {
  return requestBody?.content['multipart/form-data'] !== undefined;
}

function exampleBody({ requestBody }: DescribedOperation): string | undefined {
  if (requestBody === undefined) return undefined;
  return JSON.stringify(requestBody.content['application/json']?.example ?? {});
}

/** The path with an id in its place, and a language pair where it needs one. */
export function fillIn(path: string, id: string): string {
  return path
    .replace('{source}', 'en')
    .replace('{target}', 'es')
    .replaceAll(/\{\w+\}/g, id);
}

/** The codes that the description names for a status; a shared answer is named after its codes. */
export function describedProblems({ described }: Operation, status: number): string[] {
  return described.responses[status]?.$ref?.split('/').at(-1)?.split('-') ?? [];
}

/** The compatibility paths answer a bad key with 403, which is all that their client libraries understand. */
export function badKeyStatus(path: string): number {
  return /^\/v[23]\//.test(path) ? 403 : 401;
}

/** On the compatibility paths what can't be the id of a glossary is told apart from one that isn't there. */
export function malformedId(path: string): [status: number, code: string] {
  return /^\/v[23]\/glossaries/.test(path) ? [400, 'invalid_request'] : [404, 'not_found'];
}
