import type { OperatedTeam } from '../../../api/operator-queries.ts';

export function StateTag({ suspended }: Pick<OperatedTeam, 'suspended'>) {
  if (suspended === null) return <span className="tag">active</span>;
  return (
    <span className="tag tag-bad" title={suspended.reason}>
      suspended
    </span>
  );
}
