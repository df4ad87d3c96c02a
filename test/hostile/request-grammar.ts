/** Whole requests: a path, a key, a content type, odd headers and a body, each good or wrong on its own. */
import fc from 'fast-check';
import { type GeneratedBody, hostileBody, type KnownPair } from './body-grammar.ts';
import {
  badIdempotencyKeys,
  type Credentials,
  hostileContentType,
  hostileCredentials,
  hostileExtras,
  type Keys,
  type Part,
} from './header-grammar.ts';
import { type Fault, fault, type HostileRequest } from './hostile-request.ts';
import { hostileRoute, type Route } from './route-grammar.ts';

export interface GrammarContext {
  readonly keys: Keys;
  readonly pairs: readonly KnownPair[];
}

export function hostileRequest(context: GrammarContext): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      route: hostileRoute,
      key: hostileCredentials(context.keys),
      type: hostileContentType,
      extras: hostileExtras,
      body: hostileBody(context.pairs),
      framing: fc.constantFrom<HostileRequest['framing']>(
        ...Array(24).fill('length'),
        ...Array(6).fill('chunked'),
        'cut',
      ),
    })
    .map(compose);
}

function keyFaults({ faults, scope }: Credentials, needed: string): readonly Fault[] {
  return faults.length === 0 && scope !== needed ? [fault('scope', 'forbidden')] : faults;
}

function hasBadIdempotencyKey({ headers }: Part): boolean {
  return headers.some(([name, value]) => name === 'Idempotency-Key' && badIdempotencyKeys.includes(value));
}

interface Parts {
  readonly route: Route;
  readonly key: Credentials;
  readonly type: Part;
  readonly extras: Part;
  readonly body: GeneratedBody;
  readonly framing: HostileRequest['framing'];
}

function compose({ route: chosen, key, type, extras: others, body, framing }: Parts): HostileRequest {
  const { scope, readsBody } = chosen;
  // Who can't read a request doesn't know either that its answer must not have a body.
  const odd = chosen.method === 'HEAD' && others.faults.length > 0 ? { headers: [], faults: [] } : others;
  // Nothing needs no type.
  const isEmpty = body.body.length === 0 && framing === 'length' && type.headers.length === 0;
  return {
    method: chosen.method,
    target: chosen.target,
    version: 'HTTP/1.1',
    headers: [['Host', 'dragoman.example'], ...key.headers, ...type.headers, ...odd.headers],
    body: body.body,
    framing,
    success: chosen.success,
    readsBody,
    faults: [
      ...odd.faults,
      ...chosen.faults,
      ...(scope === undefined ? [] : keyFaults(key, scope)),
      ...(readsBody && hasBadIdempotencyKey(odd) ? [fault('content', 'invalid_request')] : []),
      ...(readsBody ? [...(isEmpty ? [] : type.faults), ...body.faults] : []),
    ],
    ...(readsBody && { texts: body.texts }),
  };
}
