/** A call of the public API for the API reference: the console's pages may connect to nothing but the console. */
import Type, { type Static } from 'typebox';
import { mapOutcome, refused } from '../../../../lib/outcome.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { route } from '../../../route.ts';
import { refuseSharedConnection } from '../stream-connections.ts';
import type { PublicCalls } from './public-calls.ts';

export interface TryParts {
  readonly publicCalls: PublicCalls;
}

const maxBodyBytes = 256 * 1024;

/** Without control characters, so that no value can end its header. */
const headerValue = Type.Optional(Type.String({ pattern: '^[ -~]*$', maxLength: 1_000 }));

/** Only what operations read, and nothing that says who calls, from where, or how long the body is. */
const headersSchema = Type.Object(
  {
    accept: headerValue,
    'content-type': Type.Optional(
      Type.Enum([
        'application/json',
        'application/x-www-form-urlencoded',
        'text/csv',
        'text/tab-separated-values',
      ]),
    ),
    'idempotency-key': headerValue,
    'if-match': headerValue,
    'if-none-match': headerValue,
  },
  { additionalProperties: false },
);

const trySchema = Type.Object({
  method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: Type.String({
    pattern: '^/[!-"$-~]*$',
    maxLength: 4_000,
    description: 'with the query, as in the request line',
  }),
  headers: Type.Optional(headersSchema),
  body: Type.Optional(Type.String({ description: 'the body as text, at most 256 KiB' })),
  key: Type.Optional(
    Type.String({
      pattern: '^[!-~]*$',
      maxLength: 200,
      description: 'the API key to call with; it is neither stored nor logged',
    }),
  ),
});

const answerSchema = Type.Object({
  status: Type.Integer(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String(),
  is_cut: Type.Boolean({ description: 'whether the body was longer than what is shown' }),
  duration_ms: Type.Number(),
});

export function tryRoute(parts: TryParts): RouteDefinition {
  return route('POST', '/api/teams/:team/try', 'member', {
    operationId: 'tryCall',
    summary: 'Make a call of the public API with a key, and read its answer as it was sent',
    description:
      'The call is made with the key and is charged to the team of that key. Its answer, also a refusal, is the body of a 200.',
    onRequest: refuseSharedConnection,
    body: trySchema,
    response: { 200: answerSchema },
    handler: async ({ body: asked, clientAddress, raw: { socket } }) => {
      if (Buffer.byteLength(asked.body ?? '') > maxBodyBytes) return tooLarge;
      const startedAt = performance.now();
      const left = new AbortController();
      const leave = () => left.abort();
      socket.once('close', leave);
      // The page may have been closed while its session was checked; the event has then already fired.
      if (socket.destroyed) leave();
      const call = {
        method: asked.method,
        path: asked.path,
        headers: headersOf(asked),
        body: asked.body === '' ? undefined : asked.body,
        clientAddress,
      };
      const outcome = await parts.publicCalls
        .call(call, left.signal)
        .finally(() => socket.off('close', leave));
      const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
      return mapOutcome(outcome, ({ isCut, ...answer }) => ({
        ...answer,
        is_cut: isCut,
        duration_ms: durationMs,
      }));
    },
  });
}

function headersOf({ headers = {}, key = '', body = '' }: Static<typeof trySchema>): Record<string, string> {
  return {
    ...(body !== '' && { 'content-type': 'application/json' }),
    ...headers,
    ...(key !== '' && { authorization: `Bearer ${key}` }),
  };
}

const tooLarge = refused('payload_too_large', 'Send at most 256 KiB from here. Use a code sample for more.');
