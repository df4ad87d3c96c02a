import type { Role, Team } from '../api/queries.ts';
import { t } from '../lib/messages.ts';
import { Notice } from './notice.tsx';
import { PageHead } from './page.tsx';

interface NotForRoleProps {
  readonly title: string;
  /** Who may. */
  readonly roles: readonly Role[];
  readonly team: Team;
}

/** In place of a page that the person may not use. */
export function NotForRole({ title, roles, team }: NotForRoleProps) {
  return (
    <>
      <PageHead title={title} />
      <Notice>{whoMay(roles, team.name)}</Notice>
    </>
  );
}

function whoMay(roles: readonly Role[], team: string): string {
  // The only page for owners alone.
  if (!roles.includes('member'))
    return t(
      "The audit log shows everybody's sessions and addresses, so only owners of {team} can read it. Ask one of them for what you need.",
      { team },
    );
  if (roles.includes('viewer'))
    return t('This page is for viewers, members and owners of {team}. Ask an owner if you need it.', {
      team,
    });
  return t('This page is for translators, members and owners of {team}. Ask an owner if you need it.', {
    team,
  });
}
