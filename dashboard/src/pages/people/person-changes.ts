/** Mutations of a team's members by an owner. Each one refreshes the list. */
import { answered, at, client } from '../../api/client.ts';
import type { Person, Role } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import { roleName } from '../../components/role-words.ts';
import { t } from '../../lib/messages.ts';

export function usePersonChanges(team: string) {
  const place = (id: string) => at({ team, id });
  // `me` too: the side bar changes for a user who changes their own role or leaves the team.
  const refreshed = [['people', team], ['team-sessions', team], ['me']];
  const setRole = useChange(
    ({ person, role }: { person: Person; role: Role }) =>
      answered(client.PATCH('/api/teams/{team}/people/{id}', { ...place(person.id), body: { role } })),
    refreshed,
    {
      done: ({ person, role }) =>
        t('The role of {email} is changed: {role}.', { email: person.email, role: roleName(role) }),
      isFailureTold: true,
    },
  );
  const remove = useChange(
    ({ id }: Person) => answered(client.DELETE('/api/teams/{team}/people/{id}', place(id))),
    refreshed,
    { done: ({ email }) => t('{email} is no longer in the team.', { email }) },
  );
  return { setRole, remove };
}
