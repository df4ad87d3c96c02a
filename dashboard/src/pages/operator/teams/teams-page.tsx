import { usePath } from '../../../state/navigation.tsx';
import type { OperatorPageProps } from '../../../state/page-props.ts';
import { teamIdAt } from './addresses.ts';
import { TeamList } from './team-list.tsx';
import { TeamPage } from './team-page.tsx';

/** All teams of the installation, or the team that the URL names. */
export function TeamsPage({ onChooseTeam }: OperatorPageProps) {
  const id = teamIdAt(usePath());
  if (id === undefined) return <TeamList />;
  return <TeamPage key={id} id={id} onChooseTeam={onChooseTeam} />;
}
