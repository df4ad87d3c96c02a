import { PageHead } from '../../components/page.tsx';
import { t } from '../../lib/messages.ts';
import { PasswordForm } from './password-form.tsx';
import { Preferences } from './preferences.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SessionList } from './session-list.tsx';

/** The user's own settings, independent of the team. */
export function AccountPage() {
  return (
    <>
      <PageHead title={t('Account')} />
      <Preferences />
      <SessionList />
      <PasswordForm />
      <SecondFactor />
    </>
  );
}
