import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, at, client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Figures } from '../../components/figures.tsx';
import { Form } from '../../components/form.tsx';
import { Failure } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { formatNumber, formatTime } from '../../lib/format.ts';

type Facts = Parameters<typeof Figures>[0]['facts'];

/** Looks up one call by the request id of its response. */
export function CallSearch({ team, nameOf }: { team: string; nameOf: (key: string) => string }) {
  const [id, setId] = useState('');
  const search = useMutation({
    mutationFn: () => answered(client.GET('/api/teams/{team}/calls/{id}', at({ team, id: id.trim() }))),
  });
  const call = search.data;
  const facts: Facts | undefined = call && [
    ['Charged', formatTime(call.charged_at)],
    ['Key', `${nameOf(call.key_id)} (${call.mode})`],
    ['Characters', formatNumber(call.characters)],
    ['Languages', `${call.source_langs.join(', ').toUpperCase()} → ${call.target_lang.toUpperCase()}`],
    ['Engine', call.engines.join(', ')],
  ];
  return (
    <Section id="one-call" title="Find a call">
      <Form className="stack form" onSubmit={search.mutate}>
        <Field
          label="Request id"
          hint="From the header X-Request-Id of the answer."
          required
          value={id}
          onChange={setId}
        />
        <div>
          <Button type="submit">Find</Button>
        </div>
      </Form>
      <Failure error={search.error} />
      {facts !== undefined && <Figures facts={facts} />}
    </Section>
  );
}
