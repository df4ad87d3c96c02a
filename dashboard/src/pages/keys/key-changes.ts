/** Mutations of keys. Each one refreshes the list. */
import { answered, client } from '../../api/client.ts';
import type { Key, Team } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';

/** Props of the dialogs that change one key. */
export interface KeyDialogProps {
  readonly team: Team;
  readonly subject: Key;
  readonly onClose: () => void;
}

export interface NewKey {
  readonly name: string;
  readonly mode: Key['mode'];
  readonly scopes: Key['scopes'];
}

export function useCreateKey(team: string) {
  return useChange(
    (body: NewKey) => answered(client.POST('/api/teams/{team}/keys', { params: { path: { team } }, body })),
    [['keys', team]],
  );
}

export function useRenameKey(team: string, id: string) {
  return useChange(
    (name: string) =>
      answered(
        client.PATCH('/api/teams/{team}/keys/{id}', { params: { path: { team, id } }, body: { name } }),
      ),
    [['keys', team]],
  );
}

export function useRevokeKey(team: string, id: string) {
  return useChange(
    (_: undefined) =>
      answered(client.DELETE('/api/teams/{team}/keys/{id}', { params: { path: { team, id } } })),
    [['keys', team]],
  );
}
