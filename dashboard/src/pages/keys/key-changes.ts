/** Mutations of keys. Each one refreshes the list. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, client } from '../../api/client.ts';
import type { Key } from '../../api/queries.ts';

export interface NewKey {
  readonly name: string;
  readonly mode: Key['mode'];
  readonly scopes: Key['scopes'];
}

export function useCreateKey(team: string) {
  return useKeyChange(team, (body: NewKey) =>
    answered(client.POST('/api/teams/{team}/keys', { params: { path: { team } }, body })),
  );
}

export function useRenameKey(team: string, id: string) {
  return useKeyChange(team, (name: string) =>
    answered(client.PATCH('/api/teams/{team}/keys/{id}', { params: { path: { team, id } }, body: { name } })),
  );
}

export function useRevokeKey(team: string, id: string) {
  return useKeyChange(team, (_: undefined) =>
    answered(client.DELETE('/api/teams/{team}/keys/{id}', { params: { path: { team, id } } })),
  );
}

function useKeyChange<Input, Output>(team: string, change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: ['keys', team] }),
  });
}
