/** Sends a request of the public API through the console, and shows the answer as it was on the wire. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { answered, at, client } from '../api/client.ts';
import type { Answer, Team } from '../api/queries.ts';
import type { paths } from '../api/schema.d.ts';
import { asUnconfirmedCall } from '../api/use-change.ts';
import { formatMilliseconds } from '../lib/format.ts';
import { t } from '../lib/messages.ts';
import { useKept } from '../state/kept.ts';
import { Button } from './button.tsx';
import { json } from './curl-sample.ts';
import { Field } from './field.tsx';
import { Form } from './form.tsx';
import { Failure } from './notice.tsx';

type Sent = paths['/api/teams/{team}/try']['post']['requestBody']['content']['application/json'];

/** The key that calls are tried with: in the memory of this tab, and nowhere else. */
export function useTabKey(team: string) {
  return useKept(`API key ${team}`, '');
}

interface TryCallProps {
  readonly team: Team;
  readonly request: Omit<Sent, 'key'>;
  readonly needsKey?: boolean;
  readonly isReady?: boolean;
  /** Why the request cannot be sent as it is. */
  readonly problem?: string | undefined;
}

export function TryCall({ team, request, needsKey = true, isReady = true, problem }: TryCallProps) {
  const queries = useQueryClient();
  const [key, setKey] = useTabKey(team.id);
  const call = useMutation({
    mutationFn: () =>
      answered(
        client.POST('/api/teams/{team}/try', {
          ...at({ team: team.id }),
          body: { ...request, ...(needsKey && { key: key.trim() }) },
        }),
      ).catch(asUnconfirmedCall),
    // The call may have changed anything of the team, and has cost characters.
    onSettled: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === team.id }),
  });
  return (
    <Form onSubmit={() => call.mutate()}>
      {needsKey && (
        <Field
          label={t('API key')}
          hint={t('It is kept in the memory of this tab only. The call is charged to the team of the key.')}
          type="password"
          autoComplete="off"
          required
          pattern="\s*[!-~]+\s*"
          value={key}
          onChange={setKey}
        />
      )}
      <div className="row">
        <Button
          kind="main"
          icon={Send}
          type="submit"
          needs="call"
          disabled={call.isPending || !isReady || problem !== undefined}
        >
          {call.isPending ? t('Sending') : t('Send')}
        </Button>
        <span role="status" className="quiet small">
          {problem}
        </span>
      </div>
      <Failure error={call.error} />
      {call.data !== undefined && <WireAnswer answer={call.data} />}
    </Form>
  );
}

function WireAnswer({ answer }: { answer: Answer<'tryCall'> }) {
  const { status, headers, body, is_cut, duration_ms } = answer;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <section className="stack" aria-label={t('Answer')} aria-live="polite" data-testid="answer">
      <p className="row">
        <code className={status < 400 ? 'good' : 'bad'}>{status}</code>
        <span className="quiet">{formatMilliseconds(Math.round(duration_ms))}</span>
      </p>
      <CodeBlock label={t('Headers of the answer')} code={lines.join('\n')} />
      {body !== '' && <CodeBlock label={t('Body of the answer')} code={is_cut ? body : readable(body)} />}
      {is_cut && <p className="quiet">{t('The body is longer. This is its beginning.')}</p>}
    </section>
  );
}

export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <section
      className="code code-wire"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a long text
      tabIndex={0}
    >
      {code}
    </section>
  );
}

/** JSON on several lines, and anything else as it is. */
function readable(body: string): string {
  try {
    return json(JSON.parse(body));
  } catch {
    return body;
  }
}
