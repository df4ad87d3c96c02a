import type { ReactNode } from 'react';
import { browserName } from '../lib/browser-name.ts';
import { t, tIn } from '../lib/messages.ts';
import { DataTable } from './data-table.tsx';
import { RelativeTime } from './relative-time.tsx';

interface Session {
  readonly id: string;
  readonly browser: string;
  readonly address: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly is_current: boolean;
  /** Present only in lists of several users' sessions. */
  readonly user?: { readonly email: string };
}

/** Open sessions, each with its actions. */
export function SessionTable<One extends Session>({
  sessions,
  actionOf,
}: {
  sessions: readonly One[];
  actionOf: (session: One) => ReactNode;
}) {
  const showsUser = sessions.some(({ user }) => user !== undefined);
  return (
    <DataTable
      rows={sessions}
      keyOf={({ id }) => id}
      columns={[
        showsUser && { header: t('Who'), kind: 'name', cell: ({ user }) => user?.email },
        {
          header: t('Browser'),
          kind: showsUser ? undefined : 'name',
          cell: ({ browser }) => <span title={browser}>{browserName(browser)}</span>,
        },
        { header: t('Address'), className: 'mono', cell: ({ address }) => address },
        {
          header: tIn('time of a session', 'Signed in'),
          cell: ({ created_at }) => <RelativeTime time={created_at} />,
        },
        { header: t('Last seen'), cell: ({ last_seen_at }) => <RelativeTime time={last_seen_at} /> },
        {
          header: t('Actions'),
          kind: 'actions',
          cell: (session) =>
            session.is_current ? <span className="tag">{t('this session')}</span> : actionOf(session),
        },
      ]}
    />
  );
}
