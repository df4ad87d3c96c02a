/** The selected team: one of the user's own teams, or any team for an operator. */
import { useState } from 'react';
import { useOperatedTeam } from '../api/operated-team.ts';
import type { Me, Team } from '../api/queries.ts';
import { leave } from './leave.ts';
import { replaceSearch } from './navigation.tsx';

const teamName = 'dragoman-team';

/** The team in a shared URL takes precedence over the one selected in this tab. */
function firstTeam(): string | null {
  return new URLSearchParams(location.search).get('team') ?? sessionStorage.getItem(teamName);
}

export function useCurrentTeam(me: Me | undefined): {
  team: Team | undefined;
  isPending: boolean;
  choose: (id: string) => void;
} {
  const [teamId, setTeamId] = useState(firstTeam);
  const listed = me?.teams.find(({ id }) => id === teamId);
  // For an operator, `me` lists only the first teams by name; any other team is fetched by its id.
  const isFurther = me?.user.operator_role != null && teamId !== null && listed === undefined;
  const further = useOperatedTeam(teamId ?? '', isFurther);
  const isPending = me === undefined || (isFurther && further.isPending);
  const choose = (id: string) =>
    leave(() => {
      sessionStorage.setItem(teamName, id);
      setTeamId(id);
      const search = new URLSearchParams(location.search);
      if (!search.has('team')) return;
      search.set('team', id);
      // A glossary or a style rule list belongs to one team: after a switch, the page starts with the new team's list.
      search.delete('glossary');
      search.delete('style');
      replaceSearch(search);
    });
  const found =
    isFurther && further.data ? toSeenTeam(further.data, me.user.operator_role === 'full') : listed;
  return { team: found ?? (isPending ? undefined : me?.teams[0]), isPending, choose };
}

/** A full operator has the rights of an owner in every team. Others look at it. */
function toSeenTeam({ id, name, suspended }: Pick<Team, 'id' | 'name' | 'suspended'>, isFull: boolean): Team {
  return { id, name, suspended, role: isFull ? 'owner' : 'viewer', is_member: false };
}
