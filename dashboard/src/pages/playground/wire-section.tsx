import { useId } from 'react';
import type { Team } from '../../api/queries.ts';
import { json } from '../../components/curl-sample.ts';
import { Section } from '../../components/section.tsx';
import { CodeBlock, TryCall } from '../../components/try-call.tsx';
import { t } from '../../lib/messages.ts';
import type { PlaygroundCall } from './use-playground-call.ts';

interface WireSectionProps {
  readonly team: Team;
  readonly call: PlaygroundCall;
  /** Whether the call has all that it needs: the languages may not be loaded yet. */
  readonly isReady: boolean;
}

/** The call as an application makes it: the request, and with a key also its answer. */
export function WireSection({ team, call, isReady }: WireSectionProps) {
  const id = useId();
  const path = `/v1/${call.kind}`;
  const body = json(call.body);
  return (
    <Section
      id={id}
      title={t('On the wire')}
      intro={t('The same call with a key of your own: what is sent, and what comes back.')}
    >
      <CodeBlock
        label={t('Request')}
        code={`POST ${path} HTTP/1.1\nContent-Type: application/json\n\n${body}`}
      />
      <TryCall team={team} request={{ method: 'POST', path, body }} isReady={isReady} />
    </Section>
  );
}
