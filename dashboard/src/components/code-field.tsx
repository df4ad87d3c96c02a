import { t, tIn } from '../lib/messages.ts';
import { Field } from './field.tsx';

interface CodeFieldProps {
  /** False: the person has passkeys, and only recovery codes are right. */
  readonly hasApp?: boolean;
  /** The first code of a new app: there are no recovery codes yet, or they prove nothing about the app. */
  readonly isFirst?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A code of the app, or a recovery code. */
export function CodeField({ hasApp = true, isFirst = false, value, onChange }: CodeFieldProps) {
  return (
    <Field
      label={hasApp ? tIn('of a second factor', 'Code') : t('Recovery code')}
      hint={
        isFirst
          ? t('The six digits that your app shows.')
          : hasApp
            ? t('The six digits that your app shows, or a recovery code.')
            : t('One of the codes that you stored when you turned the second factor on.')
      }
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={40}
      required
      value={value}
      onChange={onChange}
    />
  );
}
