import { CopyButton } from '../../components/copy-button.tsx';
import { dialectName } from '../../components/dialect-words.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ModeTag } from '../../components/mode-tag.tsx';
import { formatCharacters, formatMilliseconds, formatTime } from '../../lib/format.ts';
import { t, tIn } from '../../lib/messages.ts';
import type { LoggedRequest } from './request-queries.ts';
import { countWords, kindWords, pairWords, statusWords } from './request-words.ts';

/** Everything that is known about a call. */
export function RequestDetails({ row, onClose }: { row: LoggedRequest; onClose: () => void }) {
  const { request_id, code, engines, dialect, mode, key_name, key_fingerprint, duration_ms } = row;
  const facts = [
    [tIn('moment', 'Time'), formatTime(row.at)],
    [t('Status'), statusWords(row)],
    [t('Error'), code !== null && <code>{code}</code>],
    [t('Calls'), row.calls > 1 && countWords(row.calls)],
    [t('Kind'), kindWords(row.kind)],
    [t('Languages'), pairWords(row)],
    [t('Engine'), engines.join(', ')],
    [
      t('Key'),
      key_name !== null && (
        <>
          {key_name} <code className="quiet">{key_fingerprint}</code>
        </>
      ),
    ],
    [t('Mode'), mode !== null && <ModeTag mode={mode} />],
    [tIn('program that calls', 'Client'), dialect !== null && dialectName(dialect)],
    [t('Characters'), formatCharacters(row.characters)],
    [t('Duration'), duration_ms !== null && formatMilliseconds(duration_ms)],
    [t('Request id'), request_id !== null && <code className="request-id">{request_id}</code>],
  ] as const;
  return (
    <Dialog
      title={t('Call')}
      cancel={t('Close')}
      onClose={onClose}
      actions={request_id !== null && <CopyButton text={request_id} label={t('Copy request id')} />}
    >
      <dl className="request-facts">
        {facts
          .filter(([, value]) => value !== false && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {row.kind === 'document' && (
        <p className="quiet small">{t('A document is charged when its translation is done.')}</p>
      )}
      {row.calls > 1 && (
        <p className="quiet small">
          {t('These calls failed in the same way within seconds, so they share a row.')}
        </p>
      )}
    </Dialog>
  );
}
