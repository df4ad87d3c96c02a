import { useState } from 'react';
import { answered, at, client } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { NameDialog } from '../../components/name-dialog.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { t } from '../../lib/messages.ts';
import { RemovePasskey } from './passkey-dialogs.tsx';
import { refreshed } from './second-factor-dialogs.tsx';
import type { OwnFactor } from './use-proof.tsx';

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly works_here: boolean;
}

export function PasskeyList({ passkeys, factor }: { passkeys: readonly Passkey[]; factor: OwnFactor }) {
  const [open, setOpen] = useState<{ action: 'rename' | 'remove'; passkey: Passkey }>();
  const close = () => setOpen(undefined);
  const rename = useChange(
    ({ id, name }: { id: string; name: string }) =>
      answered(client.PATCH('/api/me/second-factor/passkeys/{id}', { ...at({ id }), body: { name } })),
    refreshed,
  );
  return (
    <>
      <DataTable
        label={t('Passkeys')}
        rows={passkeys}
        keyOf={({ id }) => id}
        columns={[
          {
            header: t('Name'),
            kind: 'name',
            className: 'wrap',
            cell: (passkey) => <PasskeyName {...passkey} />,
          },
          { header: t('Created'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
          {
            header: t('Last used'),
            cell: ({ last_used_at }) => <RelativeTime time={last_used_at} />,
          },
          {
            header: t('Actions'),
            kind: 'actions',
            cell: (passkey) => (
              <>
                <Button
                  kind="plain"
                  aria-label={t('Rename {name}', { name: passkey.name })}
                  onClick={() => setOpen({ action: 'rename', passkey })}
                >
                  {t('Rename')}
                </Button>
                <Button
                  kind="plain"
                  aria-label={t('Remove {name}', { name: passkey.name })}
                  onClick={() => setOpen({ action: 'remove', passkey })}
                >
                  {t('Remove')}
                </Button>
              </>
            ),
          },
        ]}
      />
      {open?.action === 'rename' && (
        <NameDialog
          title={t('Rename the passkey')}
          action={t('Rename')}
          name={open.passkey.name}
          change={rename}
          onSave={(name) => rename.mutate({ id: open.passkey.id, name }, { onSuccess: close })}
          onClose={close}
        />
      )}
      {open?.action === 'remove' && (
        <RemovePasskey
          passkey={open.passkey}
          factor={factor}
          isLast={passkeys.length === 1 && !factor.hasApp}
          onClose={close}
        />
      )}
    </>
  );
}

function PasskeyName({ name, host, works_here }: Passkey) {
  if (works_here) return name;
  return (
    <>
      {name} <span className="tag tag-warn">{t('works only at {host}', { host })}</span>
    </>
  );
}
