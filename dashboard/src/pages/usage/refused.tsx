import type { Usage } from '../../api/queries.ts';
import { formatNumber } from '../../lib/format.ts';

/** Refused calls cost nothing and are not part of any other figure. */
export function Refused({ refused }: { refused: Usage['refused'] }) {
  return (
    <section className="stack" aria-labelledby="refused">
      <h2 id="refused">Refused calls</h2>
      {refused.length === 0 ? (
        <p className="quiet">No call was refused in this time.</p>
      ) : (
        <div className="table-frame">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Code</th>
                <th scope="col" className="number">
                  Calls
                </th>
              </tr>
            </thead>
            <tbody>
              {refused.map(({ code, calls }) => (
                <tr key={code}>
                  <td className="mono">{code}</td>
                  <td className="number">{formatNumber(calls)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
