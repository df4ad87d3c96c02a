import { useKeys } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { dialectName } from '../../components/dialect-words.ts';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Select } from '../../components/select.tsx';
import { useTypedTexts } from '../../components/typed-texts.ts';
import { t, tIn } from '../../lib/messages.ts';
import { clients, type RequestFilter, statuses } from './request-filter.ts';

interface RequestFieldsProps {
  readonly team: string;
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
}

const typedFields = ['source', 'target', 'engine', 'request'] as const;

/** Selections apply immediately; typed text applies on submit or when its field loses the focus. */
export function RequestFields({ team, filter, onChange }: RequestFieldsProps) {
  const keys = useKeys(team);
  const set = (change: Partial<RequestFilter>) => onChange({ ...filter, ...change });
  const { send, field } = useTypedTexts(typedFields, filter, set);
  return (
    <Form className="row row-fields filter-fields" onSubmit={send}>
      <Select
        label={tIn('period', 'Time')}
        choices={timeChoices()}
        value={filter.time}
        onChange={(time) => set({ time })}
      />
      <Select
        label={t('Status')}
        choices={statusChoices(filter.status)}
        value={filter.status}
        onChange={(status) => set({ status, code: '' })}
      />
      <Select
        label={t('Key')}
        choices={[
          { value: '', label: t('All keys') },
          ...(keys.data?.keys ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={filter.key}
        onChange={(key) => set({ key })}
      />
      <Select
        label={tIn('program that calls', 'Client')}
        choices={[
          { value: '', label: t('All clients') },
          ...clients.map((value) => ({ value, label: dialectName(value) })),
        ]}
        value={filter.client}
        onChange={(client) => set({ client })}
      />
      <Field label={t('Source language')} placeholder="en" maxLength={60} {...field('source')} />
      <Field label={t('Target language')} placeholder="es" maxLength={60} {...field('target')} />
      <Field label={t('Engine')} placeholder="apertium" maxLength={60} {...field('engine')} />
      <Field label={t('Request id')} placeholder="X-Request-Id" maxLength={60} {...field('request')} />
      <Button type="submit">{t('Search')}</Button>
    </Form>
  );
}

function timeChoices() {
  return [
    { value: '', label: t('All') },
    { value: '15m', label: t('Last 15 minutes') },
    { value: '1h', label: t('Last hour') },
    { value: '24h', label: t('Last 24 hours') },
  ];
}

function statusChoices(current: string) {
  const words: Readonly<Record<string, string>> = { failed: t('Failed'), '2xx': t('Answered (2xx)') };
  const values: readonly string[] = statuses;
  const extra = current === '' || values.includes(current) ? [] : [current];
  return [
    { value: '', label: t('All') },
    ...[...values, ...extra].map((value) => ({ value, label: words[value] ?? value })),
  ];
}
