/** Where events are sent, and what was sent there: of a team, or of the installation if there is no team. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answered, at, client } from '../../api/client.ts';
import { pollInterval } from '../../api/poll-interval.ts';
import type { Answer } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../lib/messages.ts';

export type Destination = Answer<'listTeamDestinations'>['destinations'][number];
export type Delivery = Answer<'listTeamDeliveries'>['deliveries'][number];
export type DeliveryState = Delivery['state'];

/** Undefined: the installation. */
export type Owner = string | undefined;

const teamPath = '/api/teams/{team}/destinations' as const;

/** The routes of the installation are the same at another address. */
function pathFor(owner: Owner): typeof teamPath {
  return owner === undefined ? ('/api/operator/destinations' as typeof teamPath) : teamPath;
}

const one = (owner: Owner) => `${pathFor(owner)}/{id}` as const;
const keyOf = (owner: Owner) => ['destinations', owner ?? 'installation'];
const teamOf = (owner: Owner) => ({ team: owner ?? '' });

const destinationsRefreshMs = 10_000;

export function useDestinations(owner: Owner) {
  return useQuery({
    queryKey: [...keyOf(owner), 'list'],
    queryFn: () => answered(client.GET(pathFor(owner), at(teamOf(owner)))),
    // The last delivery and failures appear by themselves.
    refetchInterval: pollInterval(destinationsRefreshMs),
  });
}

export interface NewDestination {
  readonly kind: Destination['kind'];
  readonly name: string;
  readonly address: string;
  readonly event_types: string[];
}

export function useCreateDestination(owner: Owner) {
  return useChange(
    (body: NewDestination) => answered(client.POST(pathFor(owner), { ...at(teamOf(owner)), body })),
    [keyOf(owner)],
    {
      isShownOnce: true,
      unconfirmed: () =>
        t(
          'The server did not confirm the destination, so it may be in the list. If it is, delete it: nobody has seen its secret. Then create another.',
        ),
    },
  );
}

type Changes = Partial<Omit<NewDestination, 'kind'>> & { readonly is_enabled?: boolean };

/** With `isFailureTold`, for a button beside which nothing shows a failure. */
export function useChangeDestination(owner: Owner, { id }: Destination, isFailureTold = false) {
  return useChange(
    (body: Changes) => answered(client.PATCH(one(owner), { ...at({ ...teamOf(owner), id }), body })),
    [keyOf(owner)],
    { done: (_changes, { name }) => t('{name} is saved.', { name }), isFailureTold },
  );
}

export function useDeleteDestination(owner: Owner, { id, name }: Destination) {
  return useChange(
    (_: undefined) => answered(client.DELETE(one(owner), at({ ...teamOf(owner), id }))),
    [keyOf(owner)],
    { done: () => t('{name} is deleted.', { name }) },
  );
}

export function useRotateSecret(owner: Owner, { id }: Destination) {
  return useChange(
    (_: undefined) => answered(client.POST(`${one(owner)}/secret` as const, at({ ...teamOf(owner), id }))),
    [keyOf(owner)],
    { isShownOnce: true },
  );
}

export function useSendTest(owner: Owner) {
  return useChange(
    ({ id }: Destination) =>
      answered(client.POST(`${one(owner)}/test` as const, at({ ...teamOf(owner), id }))),
    [keyOf(owner)],
    {
      done: ({ name }) => t('A test event is on its way to {name}.', { name }),
      isFailureTold: true,
    },
  );
}

/** Somebody who sent a test watches the log. */
const deliveriesRefreshMs = 2_000;

export function useDeliveries(owner: Owner, id: string, state: DeliveryState | '') {
  return useInfiniteQuery({
    queryKey: [...keyOf(owner), id, 'deliveries', state],
    queryFn: ({ pageParam }) => {
      const query = { limit: 20, ...(state !== '' && { state }), ...(pageParam && { cursor: pageParam }) };
      return answered(
        client.GET(`${one(owner)}/deliveries` as const, at({ ...teamOf(owner), id }, { query })),
      );
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: pollInterval(deliveriesRefreshMs),
  });
}

export function useReplay(owner: Owner, id: string) {
  return useChange(
    ({ id: delivery }: Delivery) =>
      answered(
        client.POST(
          `${one(owner)}/deliveries/{delivery}/replay` as const,
          at({ ...teamOf(owner), id, delivery }),
        ),
      ),
    [keyOf(owner)],
    { done: () => t('The event is sent again.'), isFailureTold: true },
  );
}
