/** Mutations of keys. Each one refreshes the list. */
import { answered, at, client } from '../../api/client.ts';
import type { Key, Team } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import type { KeyLimits } from '../../components/keys/key-limit-values.ts';
import { t } from '../../lib/messages.ts';

/** Props of the dialogs that change one key. */
export interface KeyDialogProps {
  readonly team: Team;
  readonly subject: Key;
  readonly onClose: () => void;
}

export function useChangeKey(team: string, id: string) {
  return useChange(
    (body: Partial<KeyLimits & Pick<Key, 'name'>>) =>
      answered(client.PATCH('/api/teams/{team}/keys/{id}', { ...at({ team, id }), body })),
    [['keys', team]],
  );
}

export function useRevokeKey(team: string, { id, name }: Pick<Key, 'id' | 'name'>) {
  return useChange(
    (_: undefined) => answered(client.DELETE('/api/teams/{team}/keys/{id}', at({ team, id }))),
    [['keys', team]],
    { done: () => t('"{name}" is revoked.', { name }) },
  );
}
