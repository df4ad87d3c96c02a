import { useState } from 'react';
import { t } from '../../lib/messages.ts';
import type { TimeRange } from '../../lib/time-range.ts';
import { Button } from '../button.tsx';
import { Field } from '../field.tsx';
import { Form } from '../form.tsx';
import { Select } from '../select.tsx';
import { TimeFields } from '../time-fields.tsx';

interface AuditFieldsProps<Name extends string> {
  readonly range: TimeRange;
  readonly onRange: (range: TimeRange) => void;
  /** What was changed, by action or by kind. */
  readonly what: {
    readonly choices: readonly { readonly value: string; readonly label: string }[];
    readonly value: string;
    readonly onChange: (value: string) => void;
  };
  /** Fields to type in, in their order. */
  readonly fields: readonly { readonly name: Name; readonly label: string; readonly placeholder: string }[];
  readonly texts: Readonly<Record<Name, string>>;
  readonly onTexts: (texts: Readonly<Record<Name, string>>) => void;
}

/** Selections apply immediately; typed text applies on submit or when its field loses the focus. */
export function AuditFields<Name extends string>(props: AuditFieldsProps<Name>) {
  const { range, onRange, what, fields, texts, onTexts } = props;
  const differs = (other: Readonly<Record<Name, string>>) =>
    fields.some(({ name }) => other[name] !== texts[name]);
  const [typed, setTyped] = useState(texts);
  const [known, setKnown] = useState(texts);
  // A filter set elsewhere, such as by a button of an entry, replaces the typed text.
  if (differs(known)) {
    setKnown(texts);
    setTyped(texts);
  }
  const send = () => {
    const trimmed = fields.map(({ name }) => [name, typed[name].trim()]);
    const next = Object.fromEntries(trimmed) as Record<Name, string>;
    if (differs(next)) onTexts(next);
  };
  return (
    <Form className="row row-fields filter-fields" onSubmit={send}>
      <TimeFields range={range} onChange={onRange} />
      <Select
        label={t('What')}
        choices={[{ value: '', label: t('Everything') }, ...what.choices]}
        value={what.value}
        onChange={what.onChange}
      />
      {fields.map(({ name, label, placeholder }) => (
        <Field
          key={name}
          label={label}
          placeholder={placeholder}
          maxLength={300}
          value={typed[name]}
          onChange={(value) => setTyped({ ...typed, [name]: value })}
          onBlur={send}
        />
      ))}
      <Button type="submit">{t('Search')}</Button>
    </Form>
  );
}
