import { Check, LoaderCircle } from 'lucide-react';
import { useKeys, useLanguages, usePublicApi } from '../api/queries.ts';
import { Message } from '../lib/message.tsx';
import { t } from '../lib/messages.ts';
import { useWatchInterval } from '../state/watch.ts';
import { callSamples } from './call-samples.ts';
import { firstCall } from './sample-call.ts';
import { SampleTabs } from './sample-tabs.tsx';

interface FirstCallProps {
  readonly team: string;
  readonly id: string;
  readonly secret: string;
  /** Somebody who copied a sample with the key in it has the key. */
  readonly onKeyCopied: () => void;
}

/** How to make the first call with a new key, and whether it has arrived. */
export function FirstCall({ team, id, secret, onKeyCopied }: FirstCallProps) {
  const { url } = usePublicApi();
  const languages = useLanguages(team);
  const pairs = (languages.data?.targets ?? []).flatMap(({ code, sources }) =>
    sources.map((source) => ({ source: source.code, target: code })),
  );
  const keys = useKeys(team, useWatchInterval());
  const isUsed = (keys.data?.keys.find((key) => key.id === id)?.last_used_at ?? null) !== null;
  return (
    <>
      <SampleTabs
        title={t('Make the first call')}
        samples={callSamples({ url, key: secret }, firstCall(pairs))}
        onCopied={(code) => {
          if (code.includes(secret)) onKeyCopied();
        }}
      />
      <p className="quiet small">
        <Message text="The programs read the key from the environment variable <code>DRAGOMAN_KEY</code>." />
      </p>
      <p role="status" className="icon-text">
        {isUsed ? (
          <>
            <Check aria-hidden="true" className="good" />
            {t('The first call has arrived.')}
          </>
        ) : (
          <>
            <LoaderCircle aria-hidden="true" className="waiting" />
            {t('Waiting for the first call')}
          </>
        )}
      </p>
    </>
  );
}
