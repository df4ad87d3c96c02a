/** Destinations for events, with their delivery logs: of a team for its owners, of the installation for full operators. */
import type { FastifyRequest } from 'fastify';
import type { Destinations, Owner } from '../../../events/destinations.ts';
import { done, mapOutcome } from '../../../lib/outcome.ts';
import { toWire } from '../../../lib/wire-shape.ts';
import type { ConsoleAccess, RouteDefinition } from '../../define-routes.ts';
import { listPage } from '../../pages.ts';
import { route } from '../../route.ts';
import * as shapes from './destination-shapes.ts';
import { actorOf, teamOf } from './request-user.ts';

export interface DestinationParts {
  readonly destinations: Destinations;
}

export function teamDestinationRoutes(parts: DestinationParts): RouteDefinition[] {
  return routesAt(
    '/api/teams/:team/destinations',
    'owner',
    'Team',
    (request) => teamOf(request).teamId,
    parts,
  );
}

export function operatorDestinationRoutes(parts: DestinationParts): RouteDefinition[] {
  return routesAt('/api/operator/destinations', 'operator', 'Installation', () => null, parts);
}

/** Addresses are shown to those who may change them alone: the path of a webhook is often a secret. */
function routesAt(
  path: string,
  access: ConsoleAccess,
  whose: 'Team' | 'Installation',
  ownerOf: (request: FastifyRequest) => Owner,
  { destinations }: DestinationParts,
): RouteDefinition[] {
  const one = `${path}/:id` as `${string}/:id`;
  const replay = `${one}/deliveries/:delivery/replay` as `${string}/:id/deliveries/:delivery/replay`;
  return [
    route('GET', path, access, {
      operationId: `list${whose}Destinations`,
      summary: 'List where events are sent, newest first',
      response: { 200: shapes.destinationsSchema },
      handler: async (request) => {
        const owner = ownerOf(request);
        const found = await destinations.list(owner);
        const types = destinations.types(owner).map(({ type, summary }) => ({ type, summary }));
        return done({
          destinations: found.map((each) => toWire(each)),
          types,
          sends_mail: destinations.sendsMail,
        });
      },
    }),
    route('POST', path, access, {
      operationId: `create${whose}Destination`,
      needsProof: true,
      summary: 'Add a webhook or an e-mail address; only this response contains the secret of a webhook',
      problems: ['conflict'],
      body: shapes.newDestinationSchema,
      response: { 201: shapes.secretDestinationSchema },
      handler: async (request) => {
        const wanted = shapes.readNewDestination(request.body);
        return mapOutcome(await destinations.create(ownerOf(request), wanted, actorOf(request)), toWire);
      },
    }),
    route('PATCH', one, access, {
      operationId: `change${whose}Destination`,
      needsProof: true,
      summary: 'Change the name, the address or the events of a destination, or turn it on or off',
      problems: ['conflict'],
      body: shapes.destinationChangesSchema,
      response: { 200: shapes.destinationSchema },
      handler: async (request) => {
        const changes = shapes.readDestinationChanges(request.body);
        const { id } = request.params;
        return mapOutcome(await destinations.change(ownerOf(request), id, changes, actorOf(request)), toWire);
      },
    }),
    route('DELETE', one, access, {
      operationId: `delete${whose}Destination`,
      needsProof: true,
      summary: 'Delete a destination with its delivery log',
      handler: (request) => destinations.delete(ownerOf(request), request.params.id, actorOf(request)),
    }),
    route('POST', `${one}/secret`, access, {
      operationId: `rotate${whose}DestinationSecret`,
      needsProof: true,
      summary: 'Create a new secret; for a day, webhooks are signed with both',
      problems: ['conflict'],
      response: { 201: shapes.secretDestinationSchema },
      handler: async (request) =>
        mapOutcome(
          await destinations.rotateSecret(ownerOf(request), request.params.id, actorOf(request)),
          toWire,
        ),
    }),
    route('POST', `${one}/test`, access, {
      operationId: `test${whose}Destination`,
      summary: 'Send a test event',
      problems: ['conflict'],
      response: { 201: shapes.testedSchema },
      handler: (request) => destinations.test(ownerOf(request), request.params.id, actorOf(request)),
    }),
    route('GET', `${one}/deliveries`, access, {
      operationId: `list${whose}Deliveries`,
      summary: 'List what was sent to a destination, newest first',
      query: shapes.deliveriesQuery,
      response: { 200: shapes.deliveriesSchema },
      handler: (request) => {
        const { state } = request.query;
        return listPage(
          'deliveries',
          request.query,
          (page) => destinations.deliveries(ownerOf(request), request.params.id, state, page),
          toWire,
        );
      },
    }),
    route('POST', replay, access, {
      operationId: `replay${whose}Delivery`,
      summary: 'Send an event again',
      problems: ['conflict'],
      handler: (request) => {
        const { id, delivery } = request.params;
        return destinations.replay(ownerOf(request), id, delivery, actorOf(request));
      },
    }),
  ];
}
