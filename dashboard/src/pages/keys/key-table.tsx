import type { Key, Role, Team } from '../../api/queries.ts';
import { RowButton } from '../../components/button.tsx';
import { ModeTag } from '../../components/mode-tag.tsx';
import { Notice } from '../../components/notice.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { Table } from '../../components/table.tsx';

export type KeyAction = 'rename' | 'rotate' | 'revoke';

interface Action {
  readonly action: KeyAction;
  readonly label: string;
  readonly labelOf: (name: string) => string;
  readonly roles: readonly Role[];
}

const actions: readonly Action[] = [
  { action: 'rename', label: 'Rename', labelOf: (name) => `Rename ${name}`, roles: ['member', 'owner'] },
  { action: 'rotate', label: 'Rotate', labelOf: (name) => `Rotate ${name}`, roles: ['owner'] },
  { action: 'revoke', label: 'Revoke', labelOf: (name) => `Revoke ${name}`, roles: ['owner'] },
];

interface KeyTableProps {
  readonly team: Team;
  readonly keys: readonly Key[];
  readonly onAction: (action: KeyAction, key: Key) => void;
}

export function KeyTable({ team, keys, onAction }: KeyTableProps) {
  const offered = actions.filter(({ roles }) => roles.includes(team.role));
  return (
    <Table
      empty={<NoKeys team={team} />}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        { header: 'Name', kind: 'name', cell: ({ name }) => name },
        {
          header: 'Mode, scopes',
          cell: ({ mode, scopes }) => (
            <span>
              <ModeTag mode={mode} /> <span className="quiet small">{scopes.join(', ')}</span>
            </span>
          ),
        },
        { header: 'Fingerprint', className: 'mono', cell: ({ fingerprint }) => fingerprint },
        { header: 'Created', cell: ({ created_at }) => <RelativeTime time={created_at} /> },
        { header: 'Last used', cell: ({ last_used_at }) => <RelativeTime time={last_used_at} /> },
        { header: 'Calls, 30 days', cell: ({ calls_per_day }) => <Sparkline values={calls_per_day} /> },
        {
          header: 'Actions',
          kind: 'actions',
          cell: (key) =>
            key.revoked_at === null ? (
              offered.map(({ action, label, labelOf }) => (
                <RowButton key={action} label={labelOf(key.name)} onClick={() => onAction(action, key)}>
                  {label}
                </RowButton>
              ))
            ) : (
              <span className="bad">
                revoked <RelativeTime time={key.revoked_at} />
              </span>
            ),
        },
      ]}
    />
  );
}

function NoKeys({ team: { name, role } }: { team: Team }) {
  return (
    <Notice>
      {role === 'viewer'
        ? `Keys of ${name} appear here. An application sends one with every call. Ask a member or an owner to make one.`
        : `Keys of ${name} appear here. An application sends one with every call; create the first one.`}
    </Notice>
  );
}
