/** Where is my API, what do I do next, how much is left, is everything healthy: on one screen. */
import { lazy, Suspense, useState } from 'react';
import { type Team, useMe } from '../../api/queries.ts';
import { Failure } from '../../components/notice.tsx';
import { PageHead } from '../../components/page.tsx';
import { t } from '../../lib/messages.ts';
import type { PageProps } from '../../state/page-props.ts';
import { ApiCard } from './api-card.tsx';
import { CardShapes } from './card.tsx';
import { Checklist } from './checklist.tsx';
import { EnginesCard } from './engines-card.tsx';
import { ErrorsCard } from './errors-card.tsx';
import { type Home, useHome } from './home-queries.ts';
import { MonthCard } from './month-card.tsx';
import { PairsCard } from './pairs-card.tsx';
import { useDismissed } from './use-dismissed.ts';
import '../../styles/home.css';

/** The home page is in the main bundle; dialogs are not. */
const CreateKeyDialog = lazy(async () => ({
  default: (await import('../../components/create-key-dialog.tsx')).CreateKeyDialog,
}));

export function HomePage({ team }: PageProps) {
  const home = useHome(team.id);
  const [isCreating, setIsCreating] = useState(false);
  return (
    <>
      <PageHead title={t('Home')} intro={team.name} />
      <Failure error={home.error} onRetry={() => void home.refetch()} />
      {home.isPending && <CardShapes label={t('Loading the home page')} />}
      {home.data !== undefined && (
        <Cards home={home.data} team={team} onCreateKey={() => setIsCreating(true)} />
      )}
      {isCreating && (
        <Suspense>
          <CreateKeyDialog team={team} onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

interface CardsProps {
  readonly home: Home;
  readonly team: Team;
  readonly onCreateKey: () => void;
}

function Cards({ home, team, onCreateKey }: CardsProps) {
  const me = useMe();
  const dismissed = useDismissed(team.id);
  const isComplete = Object.values(home.checklist).every(Boolean);
  const showsChecklist = !(isComplete && dismissed.isDismissed);
  return (
    <div className="home">
      {showsChecklist && (
        <Checklist
          done={home.checklist}
          team={team}
          pairs={home.pairs.shown}
          onCreateKey={onCreateKey}
          onDismiss={dismissed.dismiss}
        />
      )}
      <ApiCard pairs={home.pairs.shown} isWide={!showsChecklist} />
      <MonthCard month={home.month} />
      <ErrorsCard errors={home.recent_errors} />
      <EnginesCard engines={home.engines} />
      <PairsCard pairs={home.pairs} isOperator={me.data?.user.operator_role === 'full'} />
    </div>
  );
}
