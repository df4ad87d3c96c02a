import { useEffect, useState } from 'react';
import { type OperatedTeam, useOperatedTeam } from '../../../api/operated-team.ts';
import { Button } from '../../../components/button.tsx';
import { Figures } from '../../../components/figures.tsx';
import { Notice } from '../../../components/notice.tsx';
import { OperatorRoleNote } from '../../../components/operator-role-note.tsx';
import { PageHead } from '../../../components/page.tsx';
import { QuotaMeter } from '../../../components/period-figures.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Message } from '../../../lib/message.tsx';
import { t } from '../../../lib/messages.ts';
import { Link } from '../../../state/navigation.tsx';
import { useOperatorMay } from '../../../state/operator-actions.ts';
import type { OperatorPageProps } from '../../../state/page-props.ts';
import { CreditDialog } from './credit-dialog.tsx';
import { LimitsForm } from './limits-form.tsx';
import { RenameTeamDialog } from './rename-team-dialog.tsx';
import { SettingsForm } from './settings-form.tsx';
import { StateTag } from './state-tag.tsx';
import { SuspensionDialog } from './suspension-dialog.tsx';
import { TeamHistory } from './team-history.tsx';

const allTeams = () => ({ href: '/operator/teams', label: t('Teams') });

export function TeamPage({ id, onChooseTeam }: OperatorPageProps & { id: string }) {
  const team = useOperatedTeam(id);
  return (
    <QueryContent query={team} loading={t('Loading the team')} size="page">
      {(data) => (data === null ? <NoTeam /> : <OneTeam team={data} onChooseTeam={onChooseTeam} />)}
    </QueryContent>
  );
}

function NoTeam() {
  return (
    <PageHead
      back={allTeams()}
      title={t('No such team')}
      intro={t('There is no team with this id. Look for it in the list of teams.')}
    />
  );
}

type Open = 'name' | 'suspension' | 'credit' | undefined;

function OneTeam({ team, onChooseTeam }: OperatorPageProps & { team: OperatedTeam }) {
  const [open, setOpen] = useState<Open>();
  const may = useOperatorMay();
  // The menu of teams names the team of this page. Not again on a later render: the user may choose another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each team
  useEffect(() => onChooseTeam(team.id), [team.id]);
  const close = () => setOpen(undefined);
  const { suspended } = team;
  const linkTo = (page: string) => ({
    href: `/${page}?team=${team.id}`,
    onClick: () => onChooseTeam(team.id),
  });
  return (
    <>
      <PageHead
        back={allTeams()}
        title={team.name}
        tag={<StateTag suspended={suspended} />}
        intro={
          <Message
            text="<code>{team}</code>, created {relativeTime}"
            values={{ team: team.id, relativeTime: <RelativeTime time={team.created_at} /> }}
          />
        }
        actions={
          <>
            <Link className="button" {...linkTo(may('see people of teams') ? 'keys' : 'usage')}>
              {t('Open its pages')}
            </Link>
            {may('rename teams') && <Button onClick={() => setOpen('name')}>{t('Rename')}</Button>}
            {may('suspend teams') && (
              <Button kind={suspended === null ? 'bad' : 'main'} onClick={() => setOpen('suspension')}>
                {suspended === null ? t('Suspend') : t('Resume')}
              </Button>
            )}
          </>
        }
      />
      <OperatorRoleNote />
      {suspended !== null && (
        <Notice kind="warn">
          <Message
            text="Suspended {relativeTime}: {reason}"
            values={{ relativeTime: <RelativeTime time={suspended.at} />, reason: suspended.reason }}
          />
        </Notice>
      )}
      {suspended === null && team.active_keys === 0 && may('create teams') && (
        <Notice>
          <p>
            <Message
              text="The team has no key yet. <link>Invite its first owner</link>, or <link2>create a key</link2> for it."
              values={{
                link: (content) => <Link {...linkTo('people')}>{content}</Link>,
                link2: (content) => <Link {...linkTo('keys')}>{content}</Link>,
              }}
            />
          </p>
        </Notice>
      )}
      <Figures facts={factsOf(team, may('change credit') ? () => setOpen('credit') : undefined)} />
      <LimitsForm team={team} />
      {may('see engines of teams') && <SettingsForm id={team.id} />}
      <TeamHistory id={team.id} />
      {open === 'name' && <RenameTeamDialog team={team} onClose={close} />}
      {open === 'suspension' && <SuspensionDialog team={team} onClose={close} />}
      {open === 'credit' && <CreditDialog team={team} onClose={close} />}
    </>
  );
}

function factsOf(team: OperatedTeam, onChangeCredit: (() => void) | undefined) {
  return [
    [
      t('Used this month'),
      <>
        <div className="figure">{formatNumber(team.quota_used)}</div>
        <QuotaMeter used={team.quota_used} quota={team.monthly_quota} />
        <div className="quiet small">
          {t('of {quota, plural, one {# character} other {# characters}}', {
            quota: team.monthly_quota,
          })}
        </div>
      </>,
    ],
    [
      t('Credit'),
      <>
        <div className="figure" data-testid="credit">
          {formatNumber(team.credit_left)}
        </div>
        {onChangeCredit && <Button onClick={onChangeCredit}>{t('Change the credit')}</Button>}
      </>,
    ],
    [
      t('Active keys'),
      <>
        <div className="figure">{formatNumber(team.active_keys)}</div>
        <div className="quiet small">{t('that are not revoked')}</div>
      </>,
    ],
  ] as const;
}
