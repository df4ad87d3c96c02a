import Type, { type TSchema } from 'typebox';
import { auditFields } from '../../accounts/audit-chain/link-hash.ts';
import type { AuditLog } from '../../accounts/audit-log.ts';
import { done } from '../../lib/outcome.ts';
import { toWire } from '../../lib/wire-shape.ts';
import { auditAnswer, auditQuery, readAuditFilter } from '../audit-shapes.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { listPage, pageQuery, readLimit } from '../pages.ts';
import { route } from '../route.ts';
import { auditChainExample, auditExample } from './examples.ts';
import { callerOf } from './request-caller.ts';

/** The changes to the team: who, what, when and from where; newest first. */
export function auditRoute(audit: AuditLog): RouteDefinition {
  return route('GET', '/v1/audit', 'audit', {
    operationId: 'listAuditEntries',
    summary: 'List who changed what, newest first',
    description:
      'Returns the audit log of the team: changes to keys, limits, credit, glossaries and members, made over HTTP, on the console or on the command line. Entries cannot be changed or removed.',
    answerExample: auditExample,
    example: { query: '?limit=10&action=key.created' },
    query: Type.Object(auditQuery),
    response: { 200: auditAnswer },
    handler: (request) =>
      listPage(
        'entries',
        request.query,
        (page) => audit.list(callerOf(request).teamId, readAuditFilter(request.query), page),
        toWire,
      ),
  });
}

const hexadecimal = { pattern: '^[0-9a-f]*$' };
const orNull = Type.Union([Type.String(), Type.Null()]);
const ofEachField = (type: TSchema, each: string, description: string) =>
  Type.Object(
    Object.fromEntries(auditFields.map((name) => [name, { ...type, description: `${each} \`${name}\`.` }])),
    { description },
  );
const headMembers = {
  chain: Type.String({ description: 'The ID of the chain: that of the team.' }),
  number: Type.Integer({ description: 'The place of the entry in the chain, from 1.' }),
  hash: Type.String({ ...hexadecimal, description: 'The hash of the entry, which the next one contains.' }),
};
const linkSchema = Type.Object({
  type: Type.String({ description: 'Always `entry`.' }),
  ...headMembers,
  previous: Type.String({ ...hexadecimal, description: 'The hash of the entry before.' }),
  digests: ofEachField(Type.String(), 'The digest of', 'The digest of each field.'),
  salts: ofEachField(orNull, 'The salt of', 'The salt of each digest. `null` for a field that was erased.'),
  fields: Type.Union([ofEachField(orNull, 'The text of', 'The fields as they are hashed.'), Type.Null()], {
    description: 'The fields as they are hashed. `null` if the entry is missing.',
  }),
});

/** The same entries with their hashes, oldest first. */
export function auditChainRoute(audit: AuditLog): RouteDefinition {
  return route('GET', '/v1/audit/chain', 'audit', {
    operationId: 'readAuditChain',
    summary: 'Read the audit log with its hashes, oldest first',
    description:
      'Returns the entries of the audit log with all that is needed to verify that nobody changed them, and the head of their chain. Read page by page with the `number` of the last entry as `after`, until a page ends with the head.',
    answerExample: auditChainExample,
    example: { query: '?after=0&limit=10' },
    query: Type.Object({
      limit: pageQuery.limit,
      after: Type.Optional(
        Type.String({
          pattern: '^[0-9]{1,15}$',
          description: 'Returns only entries after this number. By default 0: from the beginning.',
        }),
      ),
    }),
    response: {
      200: Type.Object({
        entries: Type.Array(linkSchema, { description: 'The entries, oldest first.' }),
        head: Type.Object(headMembers, { description: 'The newest entry of the chain.' }),
      }),
    },
    handler: async (request) => {
      const { after = '0', limit } = request.query;
      return done(await audit.chain(callerOf(request).teamId, Number(after), readLimit(limit)));
    },
  });
}
