import type { InstallationUsage, InstallationUsageGroup } from '../../../api/operator-queries.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { Meter } from '../../../components/meter.tsx';
import { TeamLink } from '../../../components/team-link.tsx';
import { withEqualNames } from '../../../lib/equal-names.ts';
import { formatNumber, formatPercent } from '../../../lib/format.ts';
import { t, tIn } from '../../../lib/messages.ts';

type Row = InstallationUsage['rows'][number];

const texts = () => ({
  team: { header: t('Team'), table: t('Usage by team') },
  engine: { header: t('Engine'), table: t('Usage by engine') },
  pair: { header: t('Language pair'), table: t('Usage by pair') },
});

export function TotalUsageTable({
  usage,
  group,
}: {
  usage: InstallationUsage;
  group: InstallationUsageGroup;
}) {
  const { header, table } = texts()[group];
  const equal = withEqualNames(usage.rows.map((row) => ({ id: row.group, name: row.name ?? row.group })));
  return (
    <DataTable
      className="table-steady"
      label={table}
      rows={usage.rows}
      keyOf={(row) => row.group}
      columns={[
        {
          header,
          kind: 'name',
          width: 'wide',
          cell: ({ group: id, name }) =>
            group === 'team' ? <TeamLink id={id} name={name ?? id} isEqual={equal.has(id)} /> : id,
        },
        { header: t('Characters'), kind: 'number', cell: ({ characters }) => formatNumber(characters) },
        {
          header: tIn('part of the total', 'Share'),
          width: 'middle',
          cell: (row) => <Share row={row} whole={usage.total.characters} />,
        },
        { header: t('Calls'), kind: 'number', cell: ({ calls }) => formatNumber(calls) },
        { header: t('Texts'), kind: 'number', cell: ({ texts }) => formatNumber(texts) },
      ]}
    />
  );
}

/** A team that used little has not used nothing. */
function shareWords(share: number): string {
  return share > 0 && share < 1
    ? t('less than {percent}', { percent: formatPercent(1) })
    : formatPercent(Math.round(share));
}

function Share({ row: { name, group, characters }, whole }: { row: Row; whole: number }) {
  const share = (100 * characters) / Math.max(1, whole);
  return (
    <div className="used">
      {shareWords(share)}
      <Meter
        part={characters}
        whole={whole}
        isLimit={false}
        label={(percent) =>
          t('{percent} of all characters: {name}', { percent: formatPercent(percent), name: name ?? group })
        }
      />
    </div>
  );
}
