import { type ReactNode, useState } from 'react';
import { requestSamples } from '../../components/request-samples.ts';
import { SampleTabs } from '../../components/sample-tabs.tsx';
import { Section } from '../../components/section.tsx';
import { Message } from '../../lib/message.tsx';
import { t } from '../../lib/messages.ts';
import { Link } from '../../state/navigation.tsx';
import { DescribedText } from './described-text.tsx';
import { jsonBodyOf, type Operation, scopeOf, uploadOf } from './document.ts';
import { librarySamples } from './library-samples.ts';
import { MemberTable, membersOfParameters } from './member-table.tsx';
import { exampleValues, type FormValues, sampleRequestOf } from './operation-request.ts';
import { Responses } from './responses.tsx';
import { membersOf } from './schema-members.ts';

interface OperationViewProps {
  readonly operation: Operation;
  /** The address of the API. */
  readonly url: string;
  /** The form that sends the request; its values are those of the samples. */
  readonly tryIt: (values: FormValues, onChange: (values: FormValues) => void) => ReactNode;
}

export function OperationView({ operation, url, tryIt }: OperationViewProps) {
  const [values, setValues] = useState(() => exampleValues(operation));
  const { summary, description, method, path, parameters, requestBody } = operation;
  const body = jsonBodyOf(operation)?.schema ?? uploadOf(operation);
  const types = Object.keys(requestBody?.content ?? {});
  return (
    <article className="operation" aria-labelledby="operation-name">
      <Link className="operation-back" href="/reference">
        {t('All operations')}
      </Link>
      <div className="operation-head">
        <h2 id="operation-name" lang="en" dir="ltr">
          {summary}
        </h2>
        <p className="operation-path" dir="ltr">
          <span className={`method method-${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
        </p>
        {description !== undefined && (
          <p>
            <DescribedText text={description} />
          </p>
        )}
        <Security scope={scopeOf(operation)} />
      </div>
      {parameters.length > 0 && (
        <Section level={3} id="parameters" title={t('Parameters')}>
          <MemberTable label={t('Path, query and headers')} members={membersOfParameters(parameters)} />
        </Section>
      )}
      {body !== undefined && (
        <Section level={3} id="body" title={t('Request body')}>
          <p className="quiet small">{types.join(', ')}</p>
          <MemberTable label={t('Request body')} members={membersOf(body)} />
        </Section>
      )}
      <SampleTabs
        level={3}
        title={t('Code samples')}
        samples={[
          ...requestSamples(sampleRequestOf(operation, values, url)),
          ...librarySamples(operation, values, url),
        ]}
      />
      {tryIt(values, setValues)}
      <Responses operation={operation} />
    </article>
  );
}

function Security({ scope }: { scope: string | undefined }) {
  return (
    <p className="quiet">
      {scope === undefined ? (
        t('Needs no key.')
      ) : (
        <Message text="Needs a key with the scope <code>{scope}</code>." values={{ scope }} />
      )}
    </p>
  );
}
