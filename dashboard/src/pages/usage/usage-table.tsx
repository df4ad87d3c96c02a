import { formatNumber } from '../../lib/format.ts';
import type { GroupTotal } from './series.ts';

const columns = ['characters', 'calls', 'texts'] as const;

/** The figures of the chart by group. */
export function UsageTable({
  totals,
  group,
  nameOf,
}: {
  totals: readonly GroupTotal[];
  group: string;
  nameOf: (group: string) => string;
}) {
  const sorted = totals.toSorted((a, b) => b.characters - a.characters);
  return (
    <div className="table-frame">
      <table className="table">
        <caption className="visually-hidden">Usage by {group}</caption>
        <thead>
          <tr>
            <th scope="col">
              {group === 'pair' ? 'Language pair' : group[0]?.toUpperCase() + group.slice(1)}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="number">
                {column[0]?.toUpperCase() + column.slice(1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((total) => (
            <tr key={total.group}>
              <td className="name">{nameOf(total.group)}</td>
              {columns.map((column) => (
                <td key={column} className="number">
                  {formatNumber(total[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
