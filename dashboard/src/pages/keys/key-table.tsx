import type { Key, Role } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { ModeTag } from '../../components/mode-tag.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Sparkline } from '../../components/sparkline.tsx';

export type KeyAction = 'rename' | 'rotate' | 'revoke';

const actions: readonly { action: KeyAction; label: string; roles: readonly Role[] }[] = [
  { action: 'rename', label: 'Rename', roles: ['member', 'owner'] },
  { action: 'rotate', label: 'Rotate', roles: ['owner'] },
  { action: 'revoke', label: 'Revoke', roles: ['owner'] },
];

export function KeyTable({
  keys,
  role,
  onAction,
}: {
  keys: readonly Key[];
  role: Role;
  onAction: (action: KeyAction, key: Key) => void;
}) {
  return (
    <div className="table-frame">
      <table className="table table-cards">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Mode, scopes</th>
            <th scope="col">Fingerprint</th>
            <th scope="col">Created</th>
            <th scope="col">Last used</th>
            <th scope="col">Calls, 30 days</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td className="name">{key.name}</td>
              <td data-label="Mode, scopes">
                <span>
                  <ModeTag mode={key.mode} /> <span className="quiet small">{key.scopes.join(', ')}</span>
                </span>
              </td>
              <td className="mono" data-label="Fingerprint">
                {key.fingerprint}
              </td>
              <td data-label="Created">
                <RelativeTime time={key.created_at} />
              </td>
              <td data-label="Last used">
                <RelativeTime time={key.last_used_at} />
              </td>
              <td data-label="Calls, 30 days">
                <Sparkline values={key.calls_per_day} />
              </td>
              <td className="actions">
                {key.revoked_at === null ? (
                  <Actions subject={key} role={role} onAction={onAction} />
                ) : (
                  <span className="bad">
                    revoked <RelativeTime time={key.revoked_at} />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Actions({
  subject,
  role,
  onAction,
}: {
  subject: Key;
  role: Role;
  onAction: (action: KeyAction, key: Key) => void;
}) {
  const offered = actions.filter(({ roles }) => roles.includes(role));
  return offered.map(({ action, label }) => (
    <Button
      key={action}
      kind="plain"
      needs="change"
      aria-label={`${label} ${subject.name}`}
      onClick={() => onAction(action, subject)}
    >
      {label}
    </Button>
  ));
}
