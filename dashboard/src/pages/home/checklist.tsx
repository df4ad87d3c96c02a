import { CircleCheck, CircleDashed, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Team, usePublicApi } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { t } from '../../lib/messages.ts';
import { Link } from '../../state/navigation.tsx';
import { isMember } from '../../state/roles.ts';
import { Card } from './card.tsx';
import type { Home, Pair } from './home-queries.ts';
import { sampleCommand } from './sample-command.ts';

interface ChecklistProps {
  readonly done: Home['checklist'];
  readonly team: Team;
  readonly pairs: readonly Pair[];
  readonly onCreateKey: () => void;
  readonly onDismiss: () => void;
}

interface Step {
  readonly id: string;
  readonly title: string;
  readonly words: string;
  readonly isDone: boolean;
  /** Absent for who may not take the step. */
  readonly action?: ReactNode;
}

/** From a new team to one that works, one button for each step. */
export function Checklist({ onDismiss, ...props }: ChecklistProps) {
  const steps = useSteps(props);
  const done = steps.filter(({ isDone }) => isDone).length;
  const isComplete = done === steps.length;
  return (
    <Card
      title={isComplete ? t('Everything is set up') : t('Get started')}
      className="home-main"
      aside={
        isComplete ? (
          <Button kind="plain" onClick={onDismiss}>
            {t('Hide this list')}
          </Button>
        ) : (
          <span className="quiet small">{t('{done} of {total} done', { done, total: steps.length })}</span>
        )
      }
    >
      <ol className="checklist">
        {steps.map((step) => (
          <StepLine key={step.id} step={step} />
        ))}
      </ol>
    </Card>
  );
}

function StepLine({ step: { id, title, words, isDone, action } }: { step: Step }) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className={isDone ? 'step step-done' : 'step'} data-testid={`step-${id}`}>
      <Icon aria-hidden="true" />
      <div className="step-words">
        <p>
          {title} <span className="visually-hidden">{isDone ? t('(done)') : t('(to do)')}</span>
        </p>
        {!isDone && <p className="quiet small">{words}</p>}
      </div>
      {!isDone && action}
    </li>
  );
}

function useSteps({ done, team, pairs, onCreateKey }: Omit<ChecklistProps, 'onDismiss'>): Step[] {
  const { url } = usePublicApi();
  const mayCreate = isMember(team);
  const mayInvite = team.role === 'owner';
  // The next step stands out; the others wait.
  const keyKind = done.has_key ? {} : { kind: 'main' as const };
  return [
    {
      id: 'key',
      title: t('Create a key'),
      words: mayCreate
        ? t('Your application sends it with every call.')
        : t('Applications send it with every call. A member or an owner creates it.'),
      isDone: done.has_key,
      action: mayCreate && (
        <Button {...keyKind} icon={Plus} needs="change" onClick={onCreateKey}>
          {t('Create a key')}
        </Button>
      ),
    },
    {
      id: 'call',
      title: t('Make the first call'),
      words: t(
        'Set DRAGOMAN_KEY to your key, then run the command. This step is ticked when the call arrives.',
      ),
      isDone: done.has_call,
      action: mayCreate && <CopyButton text={sampleCommand(url, pairs)} label={t('Copy the command')} />,
    },
    {
      id: 'invite',
      title: t('Invite a colleague'),
      words: mayInvite
        ? t('Developers become members. People who only translate become translators.')
        : t('Owners of the team invite people.'),
      isDone: done.has_company,
      action: mayInvite && <StepLink href="/people">{t('Invite')}</StepLink>,
    },
    {
      id: 'glossary',
      title: t('Create a glossary'),
      words: mayCreate
        ? t('Names and terms of your own are then always translated the same way.')
        : t('It keeps names and terms consistent. A member or an owner creates it.'),
      isDone: done.has_glossary,
      action: mayCreate && <StepLink href="/glossaries">{t('Create')}</StepLink>,
    },
  ];
}

function StepLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="button" href={href}>
      {children}
    </Link>
  );
}
