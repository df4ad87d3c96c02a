import { Check } from 'lucide-react';
import { useState } from 'react';
import type { OperatedTeam } from '../../../api/operated-team.ts';
import { type Limits, useLimits } from '../../../api/team-queries.ts';
import { Button } from '../../../components/button.tsx';
import { Form } from '../../../components/form.tsx';
import { Failure, Notice } from '../../../components/notice.tsx';
import { NumberField } from '../../../components/number-field.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { limitName } from '../../../components/role-words.ts';
import { Section } from '../../../components/section.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { t, tIn } from '../../../lib/messages.ts';
import { useOperatorMay } from '../../../state/operator-actions.ts';
import { type LimitName, useSetLimits } from './team-changes.ts';

interface LimitField {
  readonly name: LimitName;
  readonly least: number;
  readonly most: number;
  readonly hint: (most: string) => string;
}

/** The bounds are copies of the server's, whose check is authoritative. */
const fields = (): readonly LimitField[] => [
  {
    name: 'monthly_quota',
    least: 0,
    most: Number.MAX_SAFE_INTEGER,
    hint: () => t('Characters in a calendar month (UTC).'),
  },
  {
    name: 'requests_per_second',
    least: 1,
    most: 100_000,
    hint: (most) => t('Over all nodes. At most {most}.', { most }),
  },
  {
    name: 'requests_burst',
    least: 1,
    most: 1_000_000,
    hint: (most) => t('Requests at once after a pause. At most {most}.', { most }),
  },
  {
    name: 'characters_per_minute',
    least: 1,
    most: 1_000_000_000,
    hint: (most) => t('Over all nodes. At most {most}.', { most }),
  },
  {
    name: 'calls_in_flight',
    least: 1,
    most: 100_000,
    hint: (most) => t('Calls at once, on each node. At most {most}.', { most }),
  },
];

export function LimitsForm({ team }: { team: OperatedTeam }) {
  const limits = useLimits(team.id);
  return (
    <Section id="limits" title={t('Limits')}>
      <QueryContent query={limits} loading={t('Loading the limits')}>
        {(data) => <LimitFields team={team} limits={data} />}
      </QueryContent>
    </Section>
  );
}

function LimitFields({ team, limits }: { team: OperatedTeam; limits: Limits }) {
  const save = useSetLimits(team.id);
  const may = useOperatorMay();
  // Holds only edited fields, so that another operator's change is neither hidden nor reverted.
  const [typed, setTyped] = useState<Partial<Record<LimitName, string>>>({});
  const changes = Object.fromEntries(
    Object.entries(typed)
      .map(([name, value]) => [name as LimitName, Number(value)] as const)
      .filter(([name, value]) => value !== limits[name]),
  );
  const hasChanges = Object.keys(changes).length > 0;
  const submit = () => {
    if (hasChanges) save.mutate(changes, { onSuccess: () => setTyped({}) });
  };
  const type = (name: LimitName, value: string) => {
    save.reset();
    setTyped({ ...typed, [name]: value });
  };
  const { monthly_quota: quota = limits.monthly_quota } = changes;
  return (
    <Form onSubmit={submit}>
      <div className="fields">
        {fields().map(({ name, least, most, hint }) => (
          <NumberField
            key={name}
            label={limitName(name)}
            hint={hint(formatNumber(most))}
            least={least}
            most={most}
            required
            disabled={!may(name === 'monthly_quota' ? 'change quotas' : 'change rates')}
            value={typed[name] ?? limits[name]}
            onChange={(value) => type(name, value)}
          />
        ))}
      </div>
      {hasChanges && quota < team.quota_used && (
        <Notice kind="warn">
          {t(
            'The team has used {quotaUsed, plural, one {# character} other {# characters}} this month, more than this quota. Its next calls draw on its credit; without credit they are answered 456.',
            { quotaUsed: team.quota_used },
          )}
        </Notice>
      )}
      <Failure error={save.error} />
      <div className="row">
        {may('change quotas') && (
          <Button kind="main" icon={Check} type="submit" disabled={!hasChanges || save.isPending}>
            {t('Save the limits')}
          </Button>
        )}
        {hasChanges && <Button onClick={() => setTyped({})}>{tIn('changes of a form', 'Undo')}</Button>}
        <span className="quiet small">
          {t('The quota counts at once, the rest on every node within five seconds.')}
        </span>
      </div>
    </Form>
  );
}
