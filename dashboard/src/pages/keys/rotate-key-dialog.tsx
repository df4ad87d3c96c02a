/** Key rotation without downtime in four steps: create, deploy, wait until the old key is unused, revoke it. */
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useCreateKey } from '../../api/create-key.ts';
import { type Team, useKeys } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Figures } from '../../components/figures.tsx';
import { limitsToKeep } from '../../components/keys/key-limit-values.ts';
import { Notice } from '../../components/notice.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { CopySecret, SecretOnce, useUncopied } from '../../components/secret-once.tsx';
import { t } from '../../lib/messages.ts';
import { type KeyDialogProps, useRevokeKey } from './key-changes.ts';

/** The first use of a key is recorded within a second, later uses at most once a minute. */
const watchEveryMs = 3_000;

export function RotateKeyDialog({ team, subject, onClose }: KeyDialogProps) {
  const create = useCreateKey(team.id);
  const revoke = useRevokeKey(team.id, subject);
  const [isDeployed, setIsDeployed] = useState(false);
  // Somebody else may do it meanwhile, also before the dialog was opened.
  const isRevoked = useIsRevoked(team.id, subject.id);
  const made = create.data;
  const step = made === undefined ? 1 : isDeployed ? 3 : 2;
  const uncopied = useUncopied('key', step === 2, onClose);
  const marked = (number: number) => (number === step ? { 'aria-current': 'step' as const } : {});
  const start = () =>
    create.mutate({
      name: successorName(subject.name),
      mode: subject.mode,
      scopes: subject.scopes,
      max_wait_seconds: subject.max_wait_seconds,
      ...limitsToKeep(subject),
    });
  return (
    <Dialog
      title={t('Rotate "{subject}"', { subject: subject.name })}
      error={create.error ?? revoke.error}
      cancel={step === 1 ? t('Cancel') : step === 3 && isRevoked ? t('Close') : t('Go on later')}
      // A key that is being made is shown once: whoever closed the dialog now would never see it.
      onClose={() => {
        if (!create.isPending && !revoke.isPending) uncopied.close();
      }}
    >
      <ol className="steps">
        <li {...marked(1)}>
          {isRevoked
            ? t('Create a new key. The old one is revoked already, and no longer works.')
            : t('Create a second key. Both work in parallel.')}
          {step === 1 && (
            <div className="row">
              <Button kind="main" icon={Plus} onClick={start} disabled={create.isPending}>
                {t('Create the new key')}
              </Button>
            </div>
          )}
        </li>
        <li {...marked(2)}>
          {t('Deploy it to your application.')}
          {step === 2 && made !== undefined && (
            <div className="stack">
              <SecretOnce secret={made.key} />
              {uncopied.question}
              <div className="row">
                <CopySecret secret={made.key} onCopied={uncopied.onCopied} />
                <Button onClick={() => setIsDeployed(true)}>{t('It is deployed')}</Button>
              </div>
            </div>
          )}
        </li>
        <li {...marked(3)}>
          {t('Watch "last used" of both keys until the old one stops changing.')}
          {step === 3 && made !== undefined && (
            <div className="stack">
              <LastUses team={team} old={subject.id} next={made.id} isRevoked={isRevoked} />
              {!isRevoked && (
                <div className="row">
                  <Button
                    kind="bad"
                    disabled={revoke.isPending}
                    onClick={() => revoke.mutate(undefined, { onSuccess: onClose })}
                  >
                    {t('Revoke the old key')}
                  </Button>
                </div>
              )}
            </div>
          )}
        </li>
        <li>{t('Revoke the old key.')}</li>
      </ol>
    </Dialog>
  );
}

const quietMs = 2 * 60_000;

function useIsRevoked(team: string, key: string): boolean {
  const known = useKeys(team).data?.keys.find(({ id }) => id === key);
  return (known?.revoked_at ?? null) !== null;
}

interface LastUsesProps {
  readonly team: Team;
  readonly old: string;
  readonly next: string;
  readonly isRevoked: boolean;
}

function LastUses({ team, old, next, isRevoked }: LastUsesProps) {
  const keys = useKeys(team.id, watchEveryMs).data?.keys ?? [];
  const lastUse = (id: string) => keys.find((key) => key.id === id)?.last_used_at ?? null;
  const oldUse = lastUse(old);
  const isQuiet = oldUse === null || Date.now() - new Date(oldUse).getTime() > quietMs;
  const isTakenOver = lastUse(next) !== null;
  return (
    <>
      <Figures
        facts={[
          [t('Old key'), <RelativeTime key="old" time={oldUse} never={t('never used')} />],
          [
            t('New key'),
            <span key="new" data-testid="new-use">
              <RelativeTime time={lastUse(next)} never={t('not used yet')} />
            </span>,
          ],
        ]}
      />
      <div aria-live="polite">
        {isRevoked && (
          <Notice kind="warn">{t('The old key is revoked already: only the new one works.')}</Notice>
        )}
        {!isTakenOver && <Notice>{t('The new key was not used yet.')}</Notice>}
        {isTakenOver && !isQuiet && !isRevoked && (
          <Notice kind="warn">
            {t('The old key was used in the last two minutes. Wait until it is silent.')}
          </Notice>
        )}
        {isTakenOver && isQuiet && !isRevoked && (
          <Notice>{t('The new key is in use and the old one is silent.')}</Notice>
        )}
      </div>
    </>
  );
}

/** `web shop` → `web shop (2)` → `web shop (3)`. */
function successorName(name: string): string {
  const [, base = name, number = '1'] = /^(.*) \((\d{1,4})\)$/.exec(name) ?? [];
  return `${base.slice(0, 190)} (${Number(number) + 1})`;
}
