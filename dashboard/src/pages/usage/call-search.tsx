import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, at, client } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Figures } from '../../components/figures.tsx';
import { Form } from '../../components/form.tsx';
import { Failure } from '../../components/notice.tsx';
import { modeName } from '../../components/role-words.ts';
import { Section } from '../../components/section.tsx';
import { formatList, formatNumber, formatTime } from '../../lib/format.ts';
import { t, tIn } from '../../lib/messages.ts';
import { pairOfCodes } from '../../lib/pair-name.ts';

type Facts = Parameters<typeof Figures>[0]['facts'];

/** Looks up one call by the request id of its response. */
export function CallSearch({ team, nameOf }: { team: string; nameOf: (key: string) => string }) {
  const [id, setId] = useState('');
  const search = useMutation({
    mutationFn: () => answered(client.GET('/api/teams/{team}/calls/{id}', at({ team, id: id.trim() }))),
  });
  const call = search.data;
  const facts: Facts | undefined = call && [
    [tIn('time', 'Charged'), formatTime(call.charged_at)],
    [t('Key'), t('{key} ({mode})', { key: nameOf(call.key_id), mode: modeName(call.mode) })],
    [t('Characters'), formatNumber(call.characters)],
    [
      t('Languages'),
      pairOfCodes(formatList(call.source_langs).toUpperCase(), call.target_lang.toUpperCase()),
    ],
    [t('Engine'), formatList(call.engines)],
  ];
  return (
    <Section id="one-call" title={t('Find a call')}>
      <Form className="stack form" onSubmit={search.mutate}>
        <Field
          label={t('Request id')}
          hint={t('From the header X-Request-Id of the answer.')}
          required
          value={id}
          onChange={setId}
        />
        <div>
          <Button type="submit">{t('Find')}</Button>
        </div>
      </Form>
      <Failure error={search.error} />
      {facts !== undefined && <Figures facts={facts} />}
    </Section>
  );
}
