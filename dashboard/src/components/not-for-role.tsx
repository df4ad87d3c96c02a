import type { Role, Team } from '../api/queries.ts';
import { t } from '../lib/messages.ts';
import { Notice } from './notice.tsx';
import { PageHead } from './page.tsx';

interface NotForRoleProps {
  readonly path?: string;
  readonly title: string;
  /** Who may, in a team. */
  readonly roles?: readonly Role[];
  /** Undefined for a page of operators. */
  readonly team?: Team;
}

/** In place of a page that the person may not use. */
export function NotForRole({ path, title, roles = [], team }: NotForRoleProps) {
  return (
    <>
      <PageHead title={title} />
      <Notice>{whoMay(roles, team, path)}</Notice>
    </>
  );
}

function whoMay(roles: readonly Role[], team: Team | undefined, path: string | undefined): string {
  if (team?.is_member !== true)
    return t('Your role as an operator does not include this page. Ask a full operator if you need it.');
  return whoMayInTeam(roles, team, path);
}

function whoMayInTeam(roles: readonly Role[], { name: team, role }: Team, path: string | undefined): string {
  if (path === '/events')
    return t(
      'Events name people, keys and addresses, so only owners of {team} send them somewhere. Ask one of them.',
      {
        team,
      },
    );
  // The only other page for owners alone.
  if (!roles.includes('member'))
    return t(
      "The audit log shows everybody's sessions and addresses, so only owners of {team} can read it. Ask one of them for what you need.",
      { team },
    );
  // The only page for members and owners.
  if (!roles.includes('viewer') && !roles.includes('translator'))
    return role === 'translator'
      ? t(
          'The playground is for trying the API, so only members and owners of {team} can use it. To translate a text, use the page "Translate".',
          { team },
        )
      : t(
          'Calls of the playground cost characters, so only members and owners of {team} can use it. Ask an owner if you need it.',
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
