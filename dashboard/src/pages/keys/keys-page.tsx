import { useState } from 'react';
import { type Key, useKeys } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { t } from '../../lib/messages.ts';
import type { PageProps } from '../../state/page-props.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { type KeyAction, KeyTable } from './key-table.tsx';
import { RenameKeyDialog } from './rename-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

type Open = { action: 'create' } | { action: KeyAction; key: Key } | undefined;

export function KeysPage({ team }: PageProps) {
  const keys = useKeys(team.id);
  const [open, setOpen] = useState<Open>();
  const [showsRevoked, setShowsRevoked] = useState(false);
  const all = keys.data?.keys ?? [];
  const shown = all.filter(({ revoked_at }) => showsRevoked || revoked_at === null);
  const close = () => setOpen(undefined);
  return (
    <>
      <div className="row between">
        <h1>{t('Keys')}</h1>
        {team.role !== 'viewer' && (
          <Button kind="main" needs="change" onClick={() => setOpen({ action: 'create' })}>
            {t('Create a key')}
          </Button>
        )}
      </div>
      <QueryContent query={keys} loading={t('Loading keys')}>
        {() => <KeyTable team={team} keys={shown} onAction={(action, key) => setOpen({ action, key })} />}
      </QueryContent>
      {all.some(({ revoked_at }) => revoked_at !== null) && (
        <label className="row quiet">
          <input
            type="checkbox"
            checked={showsRevoked}
            onChange={(event) => setShowsRevoked(event.target.checked)}
          />
          {t('Show revoked keys')}
        </label>
      )}
      {open?.action === 'create' && <CreateKeyDialog team={team} onClose={close} />}
      {open?.action === 'rename' && <RenameKeyDialog team={team} subject={open.key} onClose={close} />}
      {open?.action === 'revoke' && <RevokeKeyDialog team={team} subject={open.key} onClose={close} />}
      {open?.action === 'rotate' && <RotateKeyDialog team={team} subject={open.key} onClose={close} />}
    </>
  );
}
