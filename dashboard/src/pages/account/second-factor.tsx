import { useQuery } from '@tanstack/react-query';
import { KeyRound, LifeBuoy, type LucideIcon, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answered, client } from '../../api/client.ts';
import { passkeyObstacle } from '../../api/passkeys.ts';
import { Button } from '../../components/button.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Section } from '../../components/section.tsx';
import { t } from '../../lib/messages.ts';
import { AddPasskey } from './passkey-dialogs.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { AddApp, NewRecoveryCodes, RemoveApp } from './second-factor-dialogs.tsx';
import '../../styles/account.css';

/** The server accepts no more. */
const maxPasskeys = 10;

export function useFactorState() {
  return useQuery({
    queryKey: ['second-factor'],
    queryFn: () => answered(client.GET('/api/me/second-factor')),
  });
}

/** For people who sign in with a password. */
export function SecondFactor() {
  const state = useFactorState();
  const [open, setOpen] = useState<'add app' | 'remove app' | 'add passkey' | 'recovery codes'>();
  const close = () => setOpen(undefined);
  return (
    <Section
      id="second-factor"
      title={t('Second factor')}
      intro={t(
        'After your password, the dashboard asks for a passkey or a code. Somebody who learns your password cannot sign in with it alone.',
      )}
    >
      <QueryContent query={state} loading={t('Loading your second factor')}>
        {({ is_on, since, has_app, recovery_codes_left, passkeys, passkey_origin }) => {
          const factor = {
            isOn: is_on,
            hasApp: has_app,
            hasPasskeys: passkeys.some((key) => key.works_here),
          };
          const obstacle = passkeyObstacle(passkey_origin);
          const hasRoom = passkeys.length < maxPasskeys;
          return (
            <>
              <p>
                {is_on ? (
                  <>
                    <span className="tag tag-good">{t('On')}</span>{' '}
                    <span className="quiet small">
                      <RelativeTime time={since} />
                    </span>
                  </>
                ) : (
                  <span className="tag">{t('Off')}</span>
                )}
              </p>
              <ul className="ways">
                <Way
                  icon={KeyRound}
                  title={t('Passkeys')}
                  words={t(
                    'Your fingerprint, your face or a PIN, on this device, your phone or a security key. A passkey works only on this site, so a fake site cannot use it.',
                  )}
                  note={
                    obstacle ??
                    (hasRoom
                      ? undefined
                      : t('You have the maximum of {count} passkeys. Remove one to add another.', {
                          count: maxPasskeys,
                        }))
                  }
                  action={
                    obstacle === undefined &&
                    hasRoom && <Button onClick={() => setOpen('add passkey')}>{t('Add a passkey')}</Button>
                  }
                >
                  {passkeys.length > 0 && <PasskeyList passkeys={passkeys} factor={factor} />}
                </Way>
                <Way
                  icon={Smartphone}
                  title={t('Authenticator app')}
                  tag={has_app && <span className="tag tag-good">{t('On')}</span>}
                  words={t('A code of six digits that an app on your phone shows.')}
                  action={
                    has_app ? (
                      <Button onClick={() => setOpen('remove app')}>{t('Remove the app')}</Button>
                    ) : (
                      <Button onClick={() => setOpen('add app')}>{t('Add an app')}</Button>
                    )
                  }
                />
                {is_on && (
                  <Way
                    icon={LifeBuoy}
                    title={t('Recovery codes')}
                    words={
                      <span className={recovery_codes_left === 0 ? 'bad' : undefined}>
                        {t(
                          '{count, plural, =0 {No recovery code is left.} one {# recovery code is left.} other {# recovery codes are left.}}',
                          { count: recovery_codes_left ?? 0 },
                        )}
                      </span>
                    }
                    action={
                      <Button onClick={() => setOpen('recovery codes')}>{t('New recovery codes')}</Button>
                    }
                  />
                )}
              </ul>
              {open === 'add passkey' && <AddPasskey factor={factor} onClose={close} />}
              {open === 'add app' && <AddApp factor={factor} onClose={close} />}
              {open === 'remove app' && (
                <RemoveApp factor={factor} isLast={passkeys.length === 0} onClose={close} />
              )}
              {open === 'recovery codes' && <NewRecoveryCodes factor={factor} onClose={close} />}
            </>
          );
        }}
      </QueryContent>
    </Section>
  );
}

interface WayProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly tag?: ReactNode;
  readonly words: ReactNode;
  /** Why there is no action. */
  readonly note?: string | undefined;
  readonly action: ReactNode;
  readonly children?: ReactNode;
}

function Way({ icon: Icon, title, tag, words, note, action, children }: WayProps) {
  return (
    <li className="way">
      <Icon aria-hidden="true" />
      <div>
        <h3>
          {title} {tag}
        </h3>
        <p className="quiet">{words}</p>
        {note !== undefined && <p className="small wrap">{note}</p>}
      </div>
      {action}
      {children}
    </li>
  );
}
