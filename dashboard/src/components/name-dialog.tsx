import { useState } from 'react';
import { t } from '../lib/messages.ts';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';

interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly name?: string;
  readonly hint?: string;
  readonly change: { readonly error: Error | null; readonly isPending: boolean };
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of something new, or for a new name. */
export function NameDialog({ name: firstName = '', hint, onSave, ...dialog }: NameDialogProps) {
  const [name, setName] = useState(firstName);
  return (
    <FormDialog onSubmit={() => onSave(name)} {...dialog}>
      <Field label={t('Name')} hint={hint} maxLength={200} required value={name} onChange={setName} />
    </FormDialog>
  );
}
