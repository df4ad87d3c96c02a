/** Mutations of a team's members by an owner. Each one refreshes the list. */
import { useMutation } from '@tanstack/react-query';
import { answered, at, client } from '../../api/client.ts';
import type { Role } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';

export function usePersonChanges(team: string) {
  const place = (id: string) => at({ team, id });
  // `me` too: the side bar changes for a user who changes their own role or leaves the team.
  const refreshed = [['people', team], ['team-sessions', team], ['me']];
  const setRole = useChange(
    ({ id, role }: { id: string; role: Role }) =>
      answered(client.PATCH('/api/teams/{team}/people/{id}', { ...place(id), body: { role } })),
    refreshed,
  );
  const remove = useChange(
    (id: string) => answered(client.DELETE('/api/teams/{team}/people/{id}', place(id))),
    refreshed,
  );
  const reset = useMutation({
    mutationFn: (id: string) =>
      answered(client.POST('/api/teams/{team}/people/{id}/password-reset', place(id))),
  });
  return { setRole, remove, reset };
}
