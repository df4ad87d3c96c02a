import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';

/** What concerns the user alone, whatever the team. */
export function AccountPage() {
  return (
    <>
      <h1>Account</h1>
      <SessionList />
      <PasswordForm />
    </>
  );
}
