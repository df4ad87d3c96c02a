import type { ReactNode } from 'react';
import type { Key, Role, Team } from '../../api/queries.ts';
import { AskTeamLink } from '../../components/ask-team-link.tsx';
import { RowButton } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { hasLimits } from '../../components/keys/key-limit-values.ts';
import { ModeTag } from '../../components/mode-tag.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { formatList } from '../../lib/format.ts';
import { Message } from '../../lib/message.tsx';
import { t } from '../../lib/messages.ts';
import { isMember } from '../../state/roles.ts';
import { KeyLimitsCell } from './key-limits-cell.tsx';

export type KeyAction = 'rename' | 'limit' | 'rotate' | 'revoke';

interface Action {
  readonly action: KeyAction;
  readonly label: string;
  readonly labelOf: (name: string) => string;
  readonly roles: readonly Role[];
}

const actions = (): readonly Action[] => [
  {
    action: 'rename',
    label: t('Rename'),
    labelOf: (name) => t('Rename {name}', { name }),
    roles: ['member', 'owner'],
  },
  {
    action: 'limit',
    label: t('Limits'),
    labelOf: (name) => t('Limits of {name}', { name }),
    roles: ['member', 'owner'],
  },
  { action: 'rotate', label: t('Rotate'), labelOf: (name) => t('Rotate {name}', { name }), roles: ['owner'] },
  { action: 'revoke', label: t('Revoke'), labelOf: (name) => t('Revoke {name}', { name }), roles: ['owner'] },
];

interface KeyTableProps {
  readonly team: Team;
  readonly keys: readonly Key[];
  /** The button of a table without keys. */
  readonly create: ReactNode;
  readonly onAction: (action: KeyAction, key: Key) => void;
}

export function KeyTable({ team, keys, create, onAction }: KeyTableProps) {
  const offered = actions().filter(({ roles }) => roles.includes(team.role));
  return (
    <DataTable
      empty={<NoKeys team={team} create={create} />}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        { header: t('Name'), kind: 'name', cell: ({ name }) => name },
        {
          header: t('Mode, scopes'),
          cell: ({ mode, scopes }) => (
            <span>
              <ModeTag mode={mode} /> <span className="quiet small">{formatList(scopes)}</span>
            </span>
          ),
        },
        { header: t('Fingerprint'), className: 'mono', cell: ({ fingerprint }) => fingerprint },
        { header: t('Created'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
        { header: t('Last used'), cell: ({ last_used_at }) => <RelativeTime time={last_used_at} /> },
        keys.some(hasLimits) && {
          header: t('Limits'),
          className: 'wrap',
          cell: (key) => <KeyLimitsCell limited={key} />,
        },
        { header: t('Calls, 30 days'), cell: ({ calls_per_day }) => <Sparkline values={calls_per_day} /> },
        {
          header: t('Actions'),
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
                <Message
                  text="revoked {relativeTime}"
                  values={{ relativeTime: <RelativeTime time={key.revoked_at} /> }}
                />
              </span>
            ),
        },
      ]}
    />
  );
}

function NoKeys({ team: { name, role }, create }: { team: Team; create: ReactNode }) {
  return (
    <EmptyState drawing="bridge" action={create || <AskTeamLink />}>
      {!isMember({ role })
        ? t(
            'Keys of {name} appear here. An application sends one with every call. Ask a member or an owner to make one.',
            { name },
          )
        : t('Keys of {name} appear here. An application sends one with every call; create the first one.', {
            name,
          })}
    </EmptyState>
  );
}
