import { fastify } from 'fastify';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { problem } from '../lib/errors.ts';
import { done, type Outcome, refusedWith } from '../lib/outcome.ts';
import { defineRoutes, type RouteDefinition } from './define-routes.ts';
import { PathMethods } from './path-methods.ts';
import { usualProblemForm } from './problem-reply.ts';
import { route } from './route.ts';

async function call(definition: RouteDefinition, url: string, payload?: object) {
  const app = fastify();
  app.decorate('definedRoutes', []);
  app.decorate('pathMethods', new PathMethods());
  app.decorate('problemForm', usualProblemForm);
  app.decorateRequest('problemCode', undefined);
  defineRoutes(app, [definition]);
  const { statusCode, headers, body } = await app.inject({
    method: definition.method as 'GET' | 'POST' | 'DELETE',
    url,
    ...(payload && { payload }),
  });
  await app.close();
  return { statusCode, headers, body };
}

test('a handler gets its parameters, query and body, and its value has the status and members of the schema', async () => {
  const definition = route('POST', '/boats/:id/crew', 'open', {
    body: Type.Object({ name: Type.String() }),
    query: Type.Object({ role: Type.Optional(Type.String()) }),
    response: { 201: Type.Object({ boat: Type.String(), name: Type.String(), role: Type.String() }) },
    handler: async ({ params, body, query }) =>
      done({ boat: params.id, name: body.name, role: query.role ?? 'none', secret: 'left out' }),
  });
  const answer = await call(definition, '/boats/7/crew?role=cook', { name: 'Ann' });
  expect(answer).toMatchObject({ statusCode: 201 });
  expect(JSON.parse(answer.body)).toEqual({ boat: '7', name: 'Ann', role: 'cook' });
});

test('without a response schema the answer is 204 without a body, or a file', async () => {
  const deleted = route('DELETE', '/boats/:id', 'open', { handler: async () => done('the boat') });
  expect(await call(deleted, '/boats/7')).toMatchObject({ statusCode: 204, body: '' });
  const file = route('GET', '/chart', 'open', {
    answers: 'application/octet-stream',
    handler: async () => done(Buffer.from('depths')),
  });
  expect(await call(file, '/chart')).toMatchObject({ statusCode: 200, body: 'depths' });
});

test('a refusal is sent as its problem', async () => {
  const refusal: Outcome<object> = refusedWith(problem('service_unavailable', 'The harbour is closed.', 9));
  const closed = route('GET', '/berths', 'open', {
    response: { 200: Type.Object({}) },
    handler: async () => refusal,
  });
  const { statusCode, headers, body } = await call(closed, '/berths');
  expect([statusCode, headers['retry-after']]).toEqual([503, '9']);
  expect(JSON.parse(body)).toEqual({ code: 'service_unavailable', detail: 'The harbour is closed.' });
});
