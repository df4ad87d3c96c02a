/** DeepL's published OpenAPI document, which is not part of this repository: what it says about requests and answers. */
import { readFileSync } from 'node:fs';
import AjvCompiler from '@fastify/ajv-compiler';
import type { Exchange } from './deepl-exchange.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Described {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly $ref?: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content; readonly $ref?: string }>>;
}

export class PublishedSchemas {
  readonly version: string;
  readonly #document: object;
  readonly #operations: ReadonlyMap<string, Described>;
  readonly #compile = AjvCompiler()(
    {},
    {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: true,
        strict: false,
      },
    },
  );

  constructor(file: string) {
    const document = JSON.parse(readFileSync(file, 'utf8')) as {
      info: { version: string };
      paths: Record<string, Record<string, Described>>;
    };
    this.#document = document;
    this.version = document.info.version;
    this.#operations = new Map(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods)
          .filter(([, { responses }]) => responses !== undefined)
          .map(([method, described]) => [`${method.toUpperCase()} ${path}`, described]),
      ),
    );
  }

  get operations(): string[] {
    return [...this.#operations.keys()];
  }

  /** What is wrong with the request and the answer. */
  problemsOf(exchange: Exchange): string[] {
    const { operation, requestType, members, status, answerType, answer, query } = exchange;
    const { requestBody, responses, parameters = [] } = this.#described(operation);
    const known = parameters.map((each) => this.#resolve(each).name);
    const unknown = Object.keys(query).filter((name) => !known.includes(name));
    const response = responses[status] && this.#resolve(responses[status]);
    if (response === undefined) return [`the status ${status} is not documented`];
    const wanted = requestType === undefined ? undefined : requestBody?.content[requestType];
    if (requestType !== undefined && wanted === undefined) return [`${requestType} is not documented`];
    const described = response.content?.[answerType];
    const isFile = response.content?.['application/octet-stream'] !== undefined;
    if (answerType !== '' && described === undefined && !isFile) return [`${answerType} is not documented`];
    return [
      ...unknown.map((name) => `${name} is not documented`),
      ...(wanted?.schema ? this.#validate(wanted.schema, members, 'request') : []),
      ...(described?.schema ? this.#validate(described.schema, answer, 'answer') : []),
    ];
  }

  /** The members that the operation takes in a body of any type. */
  requestMembers(operation: string): Set<string> {
    const { requestBody } = this.#described(operation);
    const found = new Set<string>();
    for (const { schema } of Object.values(requestBody?.content ?? {})) {
      for (const { properties = {} } of this.#alternatives(schema ?? {}))
        for (const name of Object.keys(properties)) found.add(name);
    }
    return found;
  }

  /** The paths of the fields of a successful answer, as in deepl-fields.ts. */
  answeredFields(operation: string): Set<string> {
    const found = new Set<string>();
    for (const [status, response] of Object.entries(this.#described(operation).responses)) {
      const schema = status < '3' && this.#resolve(response).content?.['application/json']?.schema;
      if (schema) this.#collect(schema, '', found);
    }
    return found;
  }

  #collect(schema: Schema, at: string, found: Set<string>): void {
    for (const { properties = {}, items } of this.#alternatives(schema)) {
      if (items !== undefined) this.#collect(items, `${at}[]`, found);
      for (const [name, member] of Object.entries(properties)) {
        const path = at === '' ? name : `${at}.${name}`;
        const { items: list, properties: inner } = this.#resolve(member);
        if ((list === undefined && inner === undefined) || name === 'configured_rules') found.add(path);
        else this.#collect(member, path, found);
      }
    }
  }

  #alternatives(schema: Schema): Schema[] {
    const resolved = this.#resolve(schema);
    const { allOf = [], oneOf = [], anyOf = [] } = resolved;
    return [resolved, ...[...allOf, ...oneOf, ...anyOf].flatMap((each) => this.#alternatives(each))];
  }

  #described(operation: string): Described {
    const described = this.#operations.get(operation);
    if (described === undefined) throw new Error(`${operation} is not in the document`);
    return described;
  }

  #resolve<T extends { readonly $ref?: string }>(value: T): T {
    if (value.$ref === undefined) return value;
    const steps = value.$ref.replace('#/', '').split('/');
    const found = steps.reduce((at, step) => (at as Record<string, object>)[step] ?? {}, this.#document);
    return this.#resolve(found as T);
  }

  #validate(schema: Schema, value: unknown, name: string): string[] {
    // The references in the schema are relative to the document.
    const whole = { ...this.#document, ...schema };
    const validate = this.#compile({ schema: whole, method: '', url: '' } as never) as unknown as {
      (data: unknown): boolean;
      errors?: { instancePath: string; message?: string; params?: object }[];
    };
    if (validate(value)) return [];
    const errors = validate.errors ?? [];
    return errors.map(
      ({ instancePath, message, params }) =>
        `${name}${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  }
}
