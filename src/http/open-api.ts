/**
 * The OpenAPI 3.1 document of a listener, generated from its route definitions, so it describes exactly the
 * schemas that are enforced and includes every new route.
 */
import type { FastifyInstance } from 'fastify';
import { requestLimits } from '../lib/request-limits.ts';
import { isCompatibilityPath } from './compatibility-paths.ts';
import type { RouteDefinition } from './define-routes.ts';
import { formType } from './form-body.ts';
import { problemAnswers, referToProblems, requestIdHeader } from './open-api-problems.ts';

type Schema = Record<string, unknown>;

interface RouteSchema {
  readonly body?: Schema;
  readonly querystring?: { properties?: Record<string, Schema>; required?: string[] };
  readonly response?: Readonly<Record<string, Schema>>;
}

/** Call it after the listener is ready. */
export function routesOf(app: FastifyInstance): readonly RouteDefinition[] {
  return app.definedRoutes;
}

export function describeApi(routes: readonly RouteDefinition[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][String(route.method).toLowerCase()] = describeOperation(route, path);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dragoman',
      version,
      summary: 'A translation API that an organisation runs itself',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <API_KEY>' },
        header: { type: 'apiKey', in: 'header', name: 'Compat-Auth-Key' },
      },
      headers: {
        'X-Request-Id': {
          description: 'Identifies the call; include it in your logs.',
          schema: { type: 'string' },
        },
      },
      schemas: { Problem: problemSchema },
      responses: Object.assign({}, ...routes.map(problemAnswers)),
    },
  };
}

const problemSchema = {
  type: 'object',
  required: ['code', 'detail'],
  properties: {
    code: { type: 'string', description: 'The error code. Codes are never renamed or removed.' },
    detail: {
      type: 'string',
      description: 'What went wrong and what to do, for people. The wording may change; branch on `code`.',
    },
  },
};

function describeOperation(route: RouteDefinition, path: string): object {
  const schema = (route.schema ?? {}) as RouteSchema;
  return {
    operationId: route.operationId ?? `${route.method} ${path}`.replaceAll(/\W+/g, '_').toLowerCase(),
    summary: route.summary ?? `${route.method} ${path}`,
    ...(route.description && { description: route.description }),
    tags: [tagOf(route.url)],
    // The scopes that a key needs.
    security: route.access === 'open' ? [] : [{ bearer: [route.access] }, { header: [route.access] }],
    parameters: describeParameters(route, schema),
    ...(route.example?.query && { 'x-example-query': route.example.query }),
    ...describeBody(route, schema),
    responses: { ...describeAnswers(route, schema), ...referToProblems(route) },
  };
}

/** `/v1/keys/:id` → `keys`. */
function tagOf(url: string): string {
  return url.replace(/^\/v\d+\//, '/').split('/')[1] ?? '';
}

function describeParameters({ url, headers }: RouteDefinition, { querystring }: RouteSchema): object[] {
  const inPath = [...url.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    ...describePathParameter(url, `/:${name}`),
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(querystring?.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: querystring?.required?.includes(name) ?? false,
    ...(description !== undefined && { description }),
    // Query parameters are strings, and are validated as such; the document shows the number instead.
    schema: name === 'limit' ? { type: 'integer', minimum: 1, maximum: 100, default: 50 } : schema,
  }));
  const inHeader = Object.entries(headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
  return [...inPath, ...inQuery, ...inHeader];
}

const pathParameters: Readonly<Record<string, string>> = {
  'keys/:id': 'The ID of the key.',
  'glossaries/:id': 'The ID of the glossary.',
  'style_rules/:id': 'The ID of the style rule list.',
  'custom_instructions/:instruction': 'The ID of the custom instruction.',
  'documents/:id': 'The ID of the document.',
  'document/:id': 'The `document_id` from the response to the upload.',
  'dictionaries/:source': 'The source language of the dictionary, such as `EN`. Case-insensitive.',
  ':source/:target': 'The target language of the dictionary, such as `PT-BR`. Case-insensitive.',
};

function describePathParameter(url: string, name: string): { description?: string } {
  const found = Object.entries(pathParameters).find(([part]) => part.endsWith(name) && url.includes(part));
  return found === undefined ? {} : { description: found[1] };
}

function describeBody(
  { url, rawBodyTypes, documentedBody, example: { body: example } = {}, bodyLimit }: RouteDefinition,
  { body }: RouteSchema,
): object {
  const schema = documentedBody ?? body;
  if (schema === undefined) return {};
  const json = { schema, ...(example !== undefined && { example }) };
  const parsedTypes = ['application/json', ...(isCompatibilityPath(url) ? [formType] : [])];
  const content = (rawBodyTypes ?? parsedTypes).map((type) => [type, contents(type, schema, json)]);
  return {
    'x-max-body-bytes': bodyLimit ?? requestLimits.maxTranslateBodyBytes,
    requestBody: { required: true, content: Object.fromEntries(content) },
  };
}

function contents(type: string, schema: object, json: object): object {
  if (type === formType || type === 'multipart/form-data') return { schema };
  return type === 'application/json' ? json : fileContent;
}

const fileContent = { schema: { type: 'string' } };

function describeAnswers(route: RouteDefinition, { response }: RouteSchema): object {
  const { answers: onlyType, alsoAnswers = [], answerExample } = route;
  const example = answerExample === undefined ? {} : { example: answerExample };
  const defaultResponse = onlyType === undefined ? { 204: undefined } : { 200: undefined };
  const answers = Object.entries(response ?? defaultResponse).map(([status, schema]) => {
    const json = schema === undefined ? [] : [['application/json', { schema, ...example }]];
    const files = [...(onlyType ? [onlyType] : []), ...alsoAnswers].map((type) => [type, fileContent]);
    const content = [...json, ...files];
    return [
      status,
      {
        description: content.length === 0 ? 'Done.' : 'The response.',
        headers: requestIdHeader,
        ...(content.length > 0 && { content: Object.fromEntries(content) }),
      },
    ];
  });
  return Object.fromEntries(answers);
}
