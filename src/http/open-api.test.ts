import { readFile } from 'node:fs/promises';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Content {
  readonly schema?: Schema & { readonly example?: unknown; readonly examples?: unknown };
  readonly example?: unknown;
  readonly examples?: unknown;
}

interface WithContent {
  readonly content?: Readonly<Record<string, Content>>;
}

interface Operation {
  readonly description?: string;
  readonly parameters: readonly { name: string; description?: string; schema: Schema }[];
  readonly requestBody?: WithContent;
  readonly responses: Readonly<Record<string, WithContent>>;
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, WithContent>>;
  };
}

interface Named<T> {
  readonly name: string;
  readonly value: T;
}

const file = new URL('../../docs/openapi.json', import.meta.url);
const { paths, components } = JSON.parse(await readFile(file, 'utf8')) as ApiDocument;

const operations = Object.entries(paths).flatMap(([path, methods]) =>
  named(methods).map(({ name, value }) => ({ name: `${name.toUpperCase()} ${path}`, value })),
);
const requests = operations.flatMap(({ name, value }) => contentsOf(`${name} request`, value.requestBody));
const responses = operations.flatMap(({ name, value }) =>
  named(value.responses).flatMap((each) => contentsOf(`${name} ${each.name}`, each.value)),
);
const parameters = operations.flatMap(({ name, value }) =>
  value.parameters.map((each) => ({ name: `${name} ${each.name}`, value: each })),
);

describe('docs/openapi.json describes', () => {
  test('every operation', () => {
    expect(operations.length).toBeGreaterThan(40);
    expect(withoutDescription(operations)).toEqual([]);
  });

  test('every parameter', () => {
    expect(parameters.length).toBeGreaterThan(60);
    expect(withoutDescription(parameters)).toEqual([]);
  });

  test('every property', () => {
    const problems = named(components.responses).flatMap(({ name, value }) => contentsOf(name, value));
    const properties = [
      ...[...requests, ...responses, ...problems].map(({ name, value }) => ({ name, value: value.schema })),
      ...parameters.map(({ name, value }) => ({ name, value: value.schema })),
      ...named(components.schemas),
    ].flatMap(({ name, value }) => propertiesOf(name, value));
    expect(properties.length).toBeGreaterThan(450);
    expect(withoutDescription(properties.filter(({ value }) => value.$ref === undefined))).toEqual([]);
  });
});

describe('docs/openapi.json has a valid example', () => {
  const isJson = ({ name }: Named<Content>) => name.endsWith(' application/json');
  const isSuccess = ({ name }: Named<Content>) => / 2\d\d /.test(name);
  const bodies = [...requests, ...responses.filter(isSuccess)].filter(isJson);

  test('for every JSON request body and every successful JSON response', () => {
    expect(bodies.length).toBeGreaterThan(50);
    expect(bodies.filter(({ value }) => !hasExample(value)).map(({ name }) => name)).toEqual([]);
  });

  test.each(bodies.map(({ name, value }) => [name, value] as const))('%s', (_name, { schema, example }) => {
    if (schema === undefined || example === undefined) return;
    const validator = Compile(schema);
    expect(validator.Check(example), JSON.stringify(validator.Errors(example))).toBe(true);
  });
});

function named<T>(values: Readonly<Record<string, T>>): Named<T>[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

function contentsOf(name: string, { content = {} }: WithContent = {}): Named<Content>[] {
  return named(content).map((each) => ({ name: `${name} ${each.name}`, value: each.value }));
}

/** Every property at any depth, named by its path. */
function propertiesOf(name: string, schema: Schema | boolean | undefined): Named<Schema>[] {
  if (typeof schema !== 'object') return [];
  const { properties = {}, items, additionalProperties, allOf = [], anyOf = [], oneOf = [] } = schema;
  const own = named(properties).map((each) => ({ name: `${name}.${each.name}`, value: each.value }));
  return [
    ...own,
    ...own.flatMap((each) => propertiesOf(each.name, each.value)),
    ...[items, additionalProperties].flatMap((inner) => propertiesOf(`${name}[]`, inner)),
    ...[...allOf, ...anyOf, ...oneOf].flatMap((inner) => propertiesOf(name, inner)),
  ];
}

function withoutDescription(all: readonly Named<{ readonly description?: string }>[]): string[] {
  return all.filter(({ value }) => (value.description ?? '').trim() === '').map(({ name }) => name);
}

function hasExample({ schema, example, examples }: Content): boolean {
  return [example, examples, schema?.example, schema?.examples].some((each) => each !== undefined);
}
