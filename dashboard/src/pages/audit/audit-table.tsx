import type { AuditEntry } from '../../api/team-queries.ts';
import { Button } from '../../components/button.tsx';
import { describeActor, describeEntry } from '../../components/entry-words.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { formatTime } from '../../lib/format.ts';
import type { AuditFilter } from './audit-filter.ts';

type Narrow = (to: Partial<Pick<AuditFilter, 'actor' | 'subject'>>) => void;

export function AuditTable({ entries, onNarrow }: { entries: readonly AuditEntry[]; onNarrow: Narrow }) {
  return (
    <table className="table table-cards table-audit">
      <caption className="visually-hidden">Who changed what, newest first</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className="when">
              <RelativeTime time={entry.at} />
              <span className="quiet small">{formatTime(entry.at)}</span>
            </td>
            <td className="who" data-label="Who">
              {describeActor(entry.actor)}
            </td>
            <td className="words">
              {describeEntry(entry)}
              <EntryDetails entry={entry} onNarrow={onNarrow} />
            </td>
            <td data-label="From">
              {entry.address === null ? (
                <span className="quiet">the server</span>
              ) : (
                <code>{entry.address}</code>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The complete entry as recorded. */
function EntryDetails({ entry, onNarrow }: { entry: AuditEntry; onNarrow: Narrow }) {
  const { actor, subject } = entry;
  const who = actor.id ?? actor.name ?? '';
  return (
    <details className="more">
      <summary>Details</summary>
      <dl>
        <dt>Action</dt>
        <dd>
          <code>{entry.action}</code>
        </dd>
        <dt>Subject</dt>
        <dd>
          {subject.type} <code>{subject.id}</code>
        </dd>
        <dt>Request</dt>
        <dd>{entry.request_id === null ? 'none' : <code>{entry.request_id}</code>}</dd>
        <dt>Recorded</dt>
        <dd>
          <code>{JSON.stringify(entry.details, null, 2)}</code>
        </dd>
      </dl>
      <div className="row">
        <Button kind="plain" onClick={() => onNarrow({ subject: subject.id })}>
          Only this subject
        </Button>
        {who !== '' && (
          <Button kind="plain" onClick={() => onNarrow({ actor: who })}>
            Only by {actor.name ?? who}
          </Button>
        )}
      </div>
    </details>
  );
}
