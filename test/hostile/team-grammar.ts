/**
 * Calls with which a team runs its own account: keys, glossaries on every path that has them, the audit log. Good
 * ones, and every way to be wrong: ids, queries, bodies, types and keys.
 */
import fc from 'fast-check';
import { type Fault, fault, type HostileRequest } from './hostile-request.ts';
import { hostileText } from './hostile-texts.ts';
import { goodBodies, type TeamRoute, teamRoutes } from './team-routes.ts';

export interface TeamSubjects {
  /** A key with every scope. */
  readonly owner: string;
  /** A key of the same team that may translate and no more. */
  readonly translator: string;
  readonly glossaryId: string;
}

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const invalid = fault('content', 'invalid_request');

/** What is no body of any of these calls. */
const brokenJson = [
  'null',
  '[]',
  '7',
  '"x"',
  '{}',
  '{"name":null}',
  '{"name":7,"entries":7}',
  '{"name":"\\ud800","entries":[{"source":"\\ud800","target":"x"}]}',
  '{"__proto__":{"name":"x"}}',
  '{"name":"x","name":"x"}',
  '{"name":"","dictionaries":[[],7,null]}',
  '{"entries":{"a":"b"}}',
  '{"entries":[[]]}',
  `${'['.repeat(100)}`,
  '{',
  '',
  '\u0000',
];
const brokenForms = [
  '',
  '&',
  '=',
  'name',
  'name=%',
  'name=%00',
  'name=%ff',
  'dictionaries[0].entries=x',
  '{}',
];

const badQueries = ['?limit=0', '?limit=x', '?limit=1&limit=2', '?cursor=%00', '?cursor=AAAA', '?limit=1e1'];
const queries = ['', '?', '?limit=1', '?unknown=%00', `?${'q'.repeat(1_500)}`];

interface Body {
  readonly type: string;
  readonly content: string;
  readonly faults: readonly Fault[];
}

const noBody: Body = { type: '', content: '', faults: [] };

function bodyOf(route: TeamRoute): fc.Arbitrary<Body> {
  if (route.body === undefined) return fc.constant(noBody);
  const good = goodBodies[route.body];
  const [types, broken] = route.isCompatible === true ? [[json, form], brokenForms] : [[json], []];
  const choices: fc.Arbitrary<Body>[] = [
    fc.constantFrom(...types).map((type) => ({ type, content: good(type === form, 'Terms'), faults: [] })),
    // Any text for a name and a term: most are refused, none may do harm.
    fc.tuple(fc.constantFrom(...types), hostileText).map(([type, text]) => ({
      type,
      content: good(type === form, text),
      faults: [fault('content', ...route.outcomes, 'invalid_request', 'payload_too_large', 'not_found')],
    })),
    fc.constantFrom(...brokenJson).map((content) => ({ type: json, content, faults: [invalid] })),
    fc.constantFrom('text/plain', 'application/xml').map((type) => ({
      type,
      content: 'x',
      faults: [fault('type', 'unsupported_media_type')],
    })),
  ];
  if (broken.length > 0) {
    choices.push(fc.constantFrom(...broken).map((content) => ({ type: form, content, faults: [invalid] })));
  }
  return fc.oneof(...choices);
}

function targetOf(
  route: TeamRoute,
  known: string,
): fc.Arbitrary<{ target: string; faults: readonly Fault[] }> {
  const malformed = route.isCompatible === true ? invalid : fault('subject', 'not_found');
  const unknown = fc.constantFrom(
    { id: '01a1dd01-735d-75c5-a1fc-6551c020c92d', faults: [fault('subject', 'not_found')] },
    ...['nothing', '%00', "x'--", '%F0%9F%98%80'].map((id) => ({ id, faults: [malformed] })),
  );
  const id =
    route.takesGlossary === true ? fc.oneof(fc.constant({ id: known, faults: [] }), unknown) : unknown;
  const query = fc.oneof(
    fc.constantFrom(...queries).map((text) => ({ text, faults: [] as readonly Fault[] })),
    fc.constantFrom(...(route.hasPages === true ? badQueries : [''])).map((text) => ({
      text,
      faults: text === '' ? [] : [invalid],
    })),
  );
  return fc.tuple(id, query).map(([subject, { text, faults }]) => {
    const hasId = route.path.includes('{id}');
    const path = route.path.replace('{id}', subject.id);
    const own = path.includes('?') ? text.replace('?', '&') : text;
    return { target: path + own, faults: [...(hasId ? subject.faults : []), ...faults] };
  });
}

export function hostileTeamCall({
  owner,
  translator,
  glossaryId,
}: TeamSubjects): fc.Arbitrary<HostileRequest> {
  const keys = fc.oneof(
    { weight: 20, arbitrary: fc.constant({ key: owner, scopes: undefined as string | undefined }) },
    { weight: 1, arbitrary: fc.constant({ key: translator, scopes: 'translate' }) },
    { weight: 1, arbitrary: fc.constant({ key: `svc_live_${'A'.repeat(40)}`, scopes: 'none' }) },
  );
  return fc.constantFrom(...teamRoutes).chain((route) =>
    fc
      .record({ place: targetOf(route, glossaryId), body: bodyOf(route), by: keys })
      .map(({ place, body, by }) => ({
        method: route.method,
        target: place.target,
        version: 'HTTP/1.1',
        headers: [
          ['Host', 'dragoman.example'] as const,
          ['Authorization', `Bearer ${by.key}`] as const,
          ...(body.type === '' ? [] : [['Content-Type', body.type] as const]),
        ],
        body: Buffer.from(body.content),
        framing: 'length' as const,
        success: 200,
        readsBody: route.body !== undefined,
        isCompatible: route.isCompatible === true,
        isFile: route.isFile === true,
        faults: [
          ...keyFaults(by.scopes, route.scope),
          ...place.faults,
          ...body.faults,
          // Where nothing is wrong: others use the same glossary at the same time.
          fault('state', ...route.outcomes),
        ],
      })),
  );
}

function keyFaults(scopes: string | undefined, needed: string): readonly Fault[] {
  if (scopes === 'none') return [fault('key', 'unauthorized')];
  return scopes === undefined || scopes === needed ? [] : [fault('scope', 'forbidden')];
}
