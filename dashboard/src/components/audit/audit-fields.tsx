import { t } from '../../lib/messages.ts';
import { Button } from '../button.tsx';
import { Field } from '../field.tsx';
import { Form } from '../form.tsx';
import { Select } from '../select.tsx';
import { TimeFields } from '../time-fields.tsx';
import { useTypedTexts } from '../typed-texts.ts';
import { type AuditFilter, type AuditScope, textFields } from './audit-filter.ts';

interface AuditFieldsProps {
  readonly scope: AuditScope;
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

/** Selections apply immediately; typed text applies on submit or when its field loses the focus. */
export function AuditFields({ scope, filter, onChange }: AuditFieldsProps) {
  const set = (change: Partial<AuditFilter>) => onChange({ ...filter, ...change });
  const names = Object.keys(scope.texts);
  const { send, field } = useTypedTexts(names, filter.texts, (texts) => set({ texts }));
  return (
    <Form className="row row-fields filter-fields" onSubmit={send}>
      <TimeFields range={filter.range} onChange={(range) => set({ range })} />
      <Select
        label={t('What')}
        choices={[{ value: '', label: t('Everything') }, ...scope.choices()]}
        value={filter.what}
        onChange={(what) => set({ what })}
      />
      {names.map((name) => (
        <Field key={name} label={name} maxLength={300} {...textFields()[name]} {...field(name)} />
      ))}
      <Button type="submit">{t('Search')}</Button>
    </Form>
  );
}
