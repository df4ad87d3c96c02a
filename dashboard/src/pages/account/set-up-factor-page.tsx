import { KeyRound, LogOut, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { passkeyObstacle } from '../../api/passkeys.ts';
import { AlonePage } from '../../components/alone-page.tsx';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/notice.tsx';
import { useSignOut } from '../../components/sign-out.ts';
import { t } from '../../lib/messages.ts';
import { usePageTitle } from '../../state/page-title.ts';
import { AddPasskey } from './passkey-dialogs.tsx';
import { useFactorState } from './second-factor.tsx';
import { AddApp } from './second-factor-dialogs.tsx';

const off = { isOn: false, hasApp: false, hasPasskeys: false };

/** All that an operator without a second factor gets where one is required. */
export function SetUpFactorPage({ onDone }: { onDone: () => void }) {
  usePageTitle(t('Second factor'));
  const [open, setOpen] = useState<'passkey' | 'app'>();
  const state = useFactorState();
  const obstacle = state.data && passkeyObstacle(state.data.passkey_origin);
  const hasPasskeys = state.data !== undefined && obstacle === undefined;
  const signOut = useSignOut();
  const close = () => {
    setOpen(undefined);
    onDone();
  };
  return (
    <AlonePage
      below={
        <>
          {open === 'passkey' && <AddPasskey factor={off} onClose={close} />}
          {open === 'app' && <AddApp factor={off} onClose={close} />}
        </>
      }
    >
      <div className="panel stack">
        <h1>{t('Second factor')}</h1>
        <p>
          {t(
            'Operators need a second factor here: a passkey, or a code that an app on your phone shows. Add one to go on.',
          )}
        </p>
        <Failure error={state.error} onRetry={() => void state.refetch()} />
        {hasPasskeys ? (
          <Button kind="main" icon={KeyRound} onClick={() => setOpen('passkey')}>
            {t('Add a passkey')}
          </Button>
        ) : (
          <p className="quiet small wrap">{obstacle}</p>
        )}
        <Button {...(!hasPasskeys && { kind: 'main' })} icon={Smartphone} onClick={() => setOpen('app')}>
          {t('Add an app')}
        </Button>
        <Button kind="plain" icon={LogOut} onClick={() => void signOut()}>
          {t('Sign out')}
        </Button>
      </div>
    </AlonePage>
  );
}
