import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useKeys } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { PageHead } from '../../components/page.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { t } from '../../lib/messages.ts';
import type { PageProps } from '../../state/page-props.ts';
import { isMember } from '../../state/roles.ts';
import type { OpenDialog } from './key-dialogs.tsx';
import { KeyTable } from './key-table.tsx';

/** The first page is in the main bundle; its dialogs are not. */
const KeyDialogs = lazy(async () => ({ default: (await import('./key-dialogs.tsx')).KeyDialogs }));

export function KeysPage({ team }: PageProps) {
  const keys = useKeys(team.id);
  const [open, setOpen] = useState<OpenDialog>();
  const [showsRevoked, setShowsRevoked] = useState(false);
  const all = keys.data?.keys ?? [];
  const shown = all.filter(({ revoked_at }) => showsRevoked || revoked_at === null);
  const close = () => setOpen(undefined);
  // The one button of an empty page is where the eye is.
  const isEmpty = keys.data !== undefined && shown.length === 0;
  const create = isMember(team) && (
    <Button kind="main" needs="change" icon={Plus} onClick={() => setOpen({ action: 'create' })}>
      {t('Create a key')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('Keys')} actions={!isEmpty && create} />
      <QueryContent query={keys} loading={t('Loading keys')}>
        {() => (
          <KeyTable
            team={team}
            keys={shown}
            create={create}
            onAction={(action, key) => setOpen({ action, key })}
          />
        )}
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
      {open !== undefined && (
        <Suspense>
          <KeyDialogs team={team} open={open} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
