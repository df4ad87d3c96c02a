import { t } from '../lib/messages.ts';
import { Field } from './field.tsx';

/** For changes that need more than the session. */
export function CurrentPassword(input: { value: string; onChange: (value: string) => void }) {
  return (
    <Field
      label={t('Current password')}
      type="password"
      autoComplete="current-password"
      required
      {...input}
    />
  );
}
