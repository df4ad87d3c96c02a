import { type ReactNode, useId } from 'react';

export interface Limit {
  readonly name: string;
  readonly value: string;
  /** The effect of reaching the limit, and what to do then. */
  readonly words: ReactNode;
}

export function LimitTable({
  name,
  limits,
  told,
}: {
  name: string;
  limits: readonly Limit[];
  /** How often the limit was recently reached. */
  told?: string | undefined;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="row between">
        <h2 id={id}>{name}</h2>
        {told !== undefined && <span className="quiet small">{told}</span>}
      </div>
      <table className="table table-cards table-limits" aria-labelledby={id}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Limit</th>
            <th scope="col">Value</th>
            <th scope="col">When it is reached</th>
          </tr>
        </thead>
        <tbody>
          {limits.map((limit) => (
            <tr key={limit.name}>
              <td className="name">{limit.name}</td>
              <td className="value">{limit.value}</td>
              <td className="words quiet">{limit.words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
