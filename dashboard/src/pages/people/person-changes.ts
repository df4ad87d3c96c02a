/** Mutations of a team's members by an owner. Each one refreshes the list. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, client } from '../../api/client.ts';
import type { Role } from '../../api/queries.ts';

export function usePersonChanges(team: string) {
  const queries = useQueryClient();
  const place = (id: string) => ({ params: { path: { team, id } } });
  // `me` too: the side bar changes for a user who changes their own role or leaves the team.
  const onSettled = () =>
    Promise.all(
      [['people', team], ['team-sessions', team], ['me']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  const setRole = useMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) =>
      answered(client.PATCH('/api/teams/{team}/people/{id}', { ...place(id), body: { role } })),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => answered(client.DELETE('/api/teams/{team}/people/{id}', place(id))),
    onSettled,
  });
  const reset = useMutation({
    mutationFn: (id: string) =>
      answered(client.POST('/api/teams/{team}/people/{id}/password-reset', place(id))),
  });
  return { setRole, remove, reset };
}
