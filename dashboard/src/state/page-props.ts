/** What the frame passes to every page. */
import type { Team } from '../api/queries.ts';

export interface PageProps {
  readonly team: Team;
}

export interface OperatorPageProps {
  /** Selects the team for the other pages. */
  readonly onChooseTeam: (id: string) => void;
}
