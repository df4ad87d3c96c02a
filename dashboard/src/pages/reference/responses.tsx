import { json } from '../../components/curl-sample.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/section.tsx';
import { t } from '../../lib/messages.ts';
import { type GoodAnswer, goodAnswersOf, type Operation, problemsOf } from './document.ts';
import { MemberTable } from './member-table.tsx';
import { membersOf } from './schema-members.ts';

export function Responses({ operation }: { operation: Operation }) {
  return (
    <Section level={3} id="responses" title={t('Responses')}>
      {goodAnswersOf(operation).map((answer) => (
        <GoodResponse key={answer.status} answer={answer} />
      ))}
      <DataTable
        label={t('Problems')}
        hasCards={false}
        columns={[
          { header: t('Status'), cell: ({ status }) => <code>{status}</code> },
          {
            header: t('Problem codes'),
            cell: ({ codes }) => (
              <span className="problem-codes">
                {codes.map((code) => (
                  <code key={code}>{code}</code>
                ))}
              </span>
            ),
          },
        ]}
        rows={problemsOf(operation)}
        keyOf={({ status }) => status}
      />
    </Section>
  );
}

function GoodResponse({ answer: { status, types, json: content } }: { answer: GoodAnswer }) {
  const members = content?.schema === undefined ? [] : membersOf(content.schema);
  return (
    <>
      <p>
        <code>{status}</code>{' '}
        <span className="quiet">{types.length === 0 ? t('No body') : types.join(', ')}</span>
      </p>
      {members.length > 0 && <MemberTable label={t('Response {status}', { status })} members={members} />}
      {content?.example !== undefined && (
        <details>
          <summary>{t('Example of the response')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a long example */}
          <pre className="code" tabIndex={0}>
            {json(content.example)}
          </pre>
        </details>
      )}
    </>
  );
}
