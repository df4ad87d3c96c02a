/** The API reference, made from the document of the server that shows it, so it cannot describe another one. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Refusal } from '../../api/client.ts';
import { CopiedLine } from '../../components/copied-line.tsx';
import { PageHead } from '../../components/page.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { Message } from '../../lib/message.tsx';
import { t } from '../../lib/messages.ts';
import { usePath } from '../../state/navigation.tsx';
import { type ApiDocument, type Operation, operationsOf } from './document.ts';
import { OperationList } from './operation-list.tsx';
import type { FormValues } from './operation-request.ts';
import { OperationView } from './operation-view.tsx';
import '../../styles/reference.css';

interface ReferenceProps {
  readonly url: string;
  readonly notice?: ReactNode;
  readonly tryIt: (
    operation: Operation,
    values: FormValues,
    onChange: (values: FormValues) => void,
  ) => ReactNode;
}

export function Reference(props: ReferenceProps) {
  const document = useQuery({ queryKey: ['reference'], queryFn: readDocument, staleTime: Infinity });
  return (
    <>
      <PageHead
        title={t('API reference')}
        intro={
          <Message
            text="Every operation of this server. For tools: <link>openapi.json</link>."
            values={{ link: (content) => <a href="/openapi.json">{content}</a> }}
          />
        }
      />
      {props.notice}
      <QueryContent query={document} loading={t('Loading the API reference')} size="page">
        {(api) => <Operations api={api} {...props} />}
      </QueryContent>
    </>
  );
}

async function readDocument(): Promise<ApiDocument> {
  const response = await fetch('/openapi.json').catch(() => undefined);
  if (response?.ok) return response.json();
  throw new Refusal(
    'unreachable',
    t('The server cannot be reached. Check your connection, then try again.'),
    null,
  );
}

function Operations({ api, url, tryIt }: ReferenceProps & { api: ApiDocument }) {
  const operations = useMemo(() => operationsOf(api), [api]);
  // The fragment is that of links to the reference before it was a page of the dashboard.
  const id = usePath().split('/')[2] ?? location.hash.slice(1);
  const operation = operations.find(({ operationId }) => operationId === id);
  return (
    <div className={operation === undefined ? 'reference' : 'reference reference-open'}>
      <OperationList operations={operations} current={operation?.operationId} />
      {operation === undefined ? (
        <Introduction url={url} isUnknown={id !== ''} />
      ) : (
        <OperationView
          key={operation.operationId}
          operation={operation}
          url={url}
          tryIt={(values, onChange) => tryIt(operation, values, onChange)}
        />
      )}
    </div>
  );
}

function Introduction({ url, isUnknown }: { url: string; isUnknown: boolean }) {
  return (
    <div className="stack reference-intro">
      {isUnknown && <p role="status">{t('There is no operation of this name. Search for it.')}</p>}
      <CopiedLine text={url} label={t('Copy the address')} />
      <p>
        <Message text="Send your key with every call, as <code>Authorization: Bearer</code>. A refused call has a body with <code>code</code>, which never changes, and <code>detail</code>, which is for people. Every answer has an <code>X-Request-Id</code>." />
      </p>
      <p className="quiet">{t('Choose an operation, or press / to search.')}</p>
    </div>
  );
}
