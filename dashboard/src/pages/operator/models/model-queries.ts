import { useQuery } from '@tanstack/react-query';
import { answered, at, client } from '../../../api/client.ts';
import { pollInterval } from '../../../api/poll-interval.ts';
import type { Answer } from '../../../api/queries.ts';
import { useChange } from '../../../api/use-change.ts';

export type Models = Answer<'readModels'>;
export type ModelNode = Models['nodes'][number];
export type InstalledModel = ModelNode['models'][number];
export type ModelRequest = Models['requests'][number];
export type NodeProgress = ModelRequest['nodes'][number];
export type ModelOffers = Answer<'readModelOffers'>;
export type ModelOffer = ModelOffers['models'][number];

const [busyMs, idleMs] = [1_000, 10_000];

export function useModels() {
  return useQuery({
    queryKey: ['operator', 'models'],
    queryFn: () => answered(client.GET('/api/operator/models')),
    refetchInterval: (query) => {
      const isBusy = query.state.data?.requests.some((request) => request.state === 'open');
      return pollInterval<Models>(isBusy ? busyMs : idleMs)(query);
    },
  });
}

/** Read again when a request has ended: other engines may serve the pair then. */
export function useModelOffers(ended: number) {
  return useQuery({
    queryKey: ['operator', 'model-offers', ended],
    queryFn: () => answered(client.GET('/api/operator/models/offers')),
    placeholderData: (previous) => previous,
  });
}

interface AskedChange {
  pair: string;
  action: 'pull' | 'remove';
  architecture?: string;
}

export function useRequestChange() {
  return useChange(
    (body: AskedChange) => answered(client.POST('/api/operator/models/requests', { body })),
    [['operator', 'models']],
  );
}

export function useCancelRequest() {
  return useChange(
    (id: string) => answered(client.POST('/api/operator/models/requests/{id}/cancel', at({ id }))),
    [['operator', 'models']],
  );
}
