import type { ReactNode } from 'react';
import { browserName } from '../lib/browser-name.ts';
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
    <div className="table-frame">
      <table className="table table-cards">
        <thead>
          <tr>
            {showsUser && <th scope="col">Who</th>}
            <th scope="col">Browser</th>
            <th scope="col">Address</th>
            <th scope="col">Signed in</th>
            <th scope="col">Last seen</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id}>
              {showsUser && <td className="name">{session.user?.email}</td>}
              <td
                className={showsUser ? undefined : 'name'}
                data-label={showsUser ? 'Browser' : undefined}
                title={session.browser}
              >
                {browserName(session.browser)}
              </td>
              <td className="mono" data-label="Address">
                {session.address}
              </td>
              <td data-label="Signed in">
                <RelativeTime time={session.created_at} />
              </td>
              <td data-label="Last seen">
                <RelativeTime time={session.last_seen_at} />
              </td>
              <td className="actions">
                {session.is_current ? <span className="tag">this session</span> : actionOf(session)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
