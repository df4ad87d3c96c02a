/** What an owner does to the people of a team. Each ends with a fresh list. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, client } from '../../api/client.ts';
import type { Role } from '../../api/queries.ts';

export function usePersonChanges(team: string) {
  const queries = useQueryClient();
  const place = (id: string) => ({ params: { path: { team, id } } });
  // Who changes the own role, or leaves, sees another side bar.
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
