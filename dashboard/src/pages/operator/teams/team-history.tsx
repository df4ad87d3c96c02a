import { type HistoryEntry, useTeamHistory } from '../../../api/operator-queries.ts';
import { Button } from '../../../components/button.tsx';
import { describeEntry } from '../../../components/entry-words.ts';
import { Loading } from '../../../components/loading.tsx';
import { Failure } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';

/** Operators' changes to the team: who, what, when and from where. */
export function TeamHistory({ id }: { id: string }) {
  const history = useTeamHistory(id);
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section className="stack" aria-labelledby="history">
      <div>
        <h2 id="history">What operators did</h2>
        <p className="quiet">From the team's audit log, newest first.</p>
      </div>
      <Failure error={history.error} onRetry={() => void history.refetch()} />
      {history.isPending && <Loading what="the history" />}
      {entries.length > 0 && (
        <div className="table-frame">
          <table className="table table-cards table-steady" aria-labelledby="history">
            <thead>
              <tr>
                <th scope="col" className="widest">
                  What
                </th>
                <th scope="col" className="middle">
                  Who
                </th>
                <th scope="col">When</th>
                <th scope="col">From</th>
                <th scope="col" className="middle">
                  Request
                </th>
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {history.hasNextPage && (
        <div>
          <Button disabled={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            Show older entries
          </Button>
        </div>
      )}
    </section>
  );
}

function EntryRow({ entry }: { entry: HistoryEntry }) {
  return (
    <tr>
      <td className="what">{describeEntry(entry)}</td>
      <td data-label="Who" className="long-name">
        {entry.actor.name ?? entry.actor.id}
      </td>
      <td data-label="When">
        <RelativeTime time={entry.at} />
      </td>
      <td data-label="From" className={entry.address === null ? 'quiet' : 'mono'}>
        {entry.address ?? 'command line'}
      </td>
      <td data-label="Request" className="mono long-name small">
        {entry.request_id ?? '–'}
      </td>
    </tr>
  );
}
