import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { formatList } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import { DescribedText } from './described-text.tsx';
import type { Parameter } from './document.ts';
import { limitsOf, type Member, typeOf } from './schema-members.ts';

interface MemberTableProps {
  readonly label: string;
  readonly members: readonly Member[];
}

interface Row extends Member {
  readonly depth: number;
}

/** Members with members of their own are opened one by one. */
export function MemberTable({ label, members }: MemberTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (path: string) =>
    setOpen((now) => new Set(now.has(path) ? [...now].filter((one) => one !== path) : [...now, path]));
  const columns: readonly Column<Row>[] = [
    {
      header: t('Name'),
      kind: 'name',
      cell: (row) => <MemberName row={row} isOpen={open.has(row.path)} onToggle={() => toggle(row.path)} />,
    },
    { header: t('Description'), kind: 'text', cell: ({ schema }) => <MemberFacts schema={schema} /> },
  ];
  return (
    <DataTable
      className="members"
      label={label}
      columns={columns}
      rows={shownRows(members, open, 0)}
      keyOf={({ path }) => path}
    />
  );
}

function shownRows(members: readonly Member[], open: ReadonlySet<string>, depth: number): Row[] {
  return members.flatMap((member) => [
    { ...member, depth },
    ...(open.has(member.path) ? shownRows(member.members, open, depth + 1) : []),
  ]);
}

interface MemberNameProps {
  readonly row: Row;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function MemberName({ row: { path, name, depth, members, isRequired }, isOpen, onToggle }: MemberNameProps) {
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className={`member-name member-depth-${Math.min(depth, 3)}`}>
      <code>{depth === 0 ? name : path}</code>
      {isRequired && <span className="tag">{t('required')}</span>}
      {members.length > 0 && (
        <button
          type="button"
          className="button button-plain"
          aria-expanded={isOpen}
          aria-label={t('Members of {name}', { name: path })}
          onClick={onToggle}
        >
          <Icon aria-hidden="true" />
          {t('Members')}
        </button>
      )}
    </div>
  );
}

function MemberFacts({ schema }: Pick<Member, 'schema'>) {
  const limits = limitsOf(schema);
  return (
    <div className="member-facts">
      <span>
        <code>{typeOf(schema)}</code>
        {limits.length > 0 && <span className="quiet"> {formatList(limits)}</span>}
      </span>
      {schema.description !== undefined && <DescribedText className="quiet" text={schema.description} />}
    </div>
  );
}

/** The parameters of an operation as rows of the same table. */
export function membersOfParameters(parameters: readonly Parameter[]): Member[] {
  return parameters.map(({ name, in: place, required, description, schema }) => ({
    path: `${place} ${name}`,
    name,
    schema: { ...schema, ...(description !== undefined && { description }) },
    isRequired: required,
    members: [],
  }));
}
