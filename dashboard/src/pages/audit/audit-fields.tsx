import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { actionChoices } from '../../components/entry-words.ts';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Select } from '../../components/select.tsx';
import { TimeFields } from '../../components/time-fields.tsx';
import { t } from '../../lib/messages.ts';
import type { AuditFilter } from './audit-filter.ts';

/** Selections apply immediately; typed text applies on submit or when its field loses the focus. */
export function AuditFields({
  filter,
  onChange,
}: {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}) {
  const { actor, subject } = filter;
  const [typed, setTyped] = useState({ actor, subject });
  const [known, setKnown] = useState(typed);
  // A filter set elsewhere, such as by a button of an entry, replaces the typed text.
  if (known.actor !== actor || known.subject !== subject) {
    setKnown({ actor, subject });
    setTyped({ actor, subject });
  }
  const send = () => {
    const next = { ...filter, actor: typed.actor.trim(), subject: typed.subject.trim() };
    if (next.actor !== actor || next.subject !== subject) onChange(next);
  };
  return (
    <Form className="row row-fields" onSubmit={send}>
      <TimeFields range={filter.range} onChange={(range) => onChange({ ...filter, range })} />
      <Select
        label={t('What')}
        choices={[{ value: '', label: t('Everything') }, ...actionChoices()]}
        value={filter.action}
        onChange={(action) => onChange({ ...filter, action })}
      />
      <Field
        label={t('Who')}
        placeholder={t('name or id')}
        maxLength={300}
        value={typed.actor}
        onChange={(actor) => setTyped({ ...typed, actor })}
        onBlur={send}
      />
      <Field
        label={t('Subject')}
        placeholder={t('an id')}
        maxLength={300}
        value={typed.subject}
        onChange={(subject) => setTyped({ ...typed, subject })}
        onBlur={send}
      />
      <Button type="submit">{t('Search')}</Button>
    </Form>
  );
}
