/** What is around every page: where you are, in which team, as whom. It stands before the first answer is there. */
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import type { Me, Team } from './api/queries.ts';
import { Loading } from './components/loading.tsx';
import { Failure, Notice } from './components/notice.tsx';
import { leave } from './leave-guard.tsx';
import { usePath } from './navigation.tsx';
import { KeysPage } from './pages/keys/keys-page.tsx';
import { SideBar } from './side-bar.tsx';

export interface PageProps {
  readonly team: Team;
}

// The first page comes with the first script, every other one with the page itself.
const UsagePage = lazy(async () => ({ default: (await import('./pages/usage/usage-page.tsx')).UsagePage }));
const GlossariesPage = lazy(async () => ({
  default: (await import('./pages/glossaries/glossaries-page.tsx')).GlossariesPage,
}));
const PlaygroundPage = lazy(async () => ({
  default: (await import('./pages/playground/playground-page.tsx')).PlaygroundPage,
}));
const PeoplePage = lazy(async () => ({
  default: (await import('./pages/people/people-page.tsx')).PeoplePage,
}));
const AccountPage = lazy(async () => ({
  default: (await import('./pages/account/account-page.tsx')).AccountPage,
}));

const pages: readonly { path: string; name: string; Page: ComponentType<PageProps> }[] = [
  { path: '/keys', name: 'Keys', Page: KeysPage },
  { path: '/usage', name: 'Usage', Page: UsagePage },
  { path: '/glossaries', name: 'Glossaries', Page: GlossariesPage },
  { path: '/playground', name: 'Playground', Page: PlaygroundPage },
  { path: '/people', name: 'People', Page: PeoplePage },
  { path: '/account', name: 'Account', Page: AccountPage },
];

const teamName = 'dragoman-team';

/** The team of a shared address comes before the one that was chosen in this tab. */
function firstTeam(): string | null {
  return new URLSearchParams(location.search).get('team') ?? sessionStorage.getItem(teamName);
}

export function Frame({
  me,
  error,
  onRetry,
}: {
  me: Me | undefined;
  error: Error | null;
  onRetry: () => void;
}) {
  const path = usePath();
  const [teamId, setTeamId] = useState(firstTeam);
  const team = me?.teams.find(({ id }) => id === teamId) ?? me?.teams[0];
  const page = pages.find((one) => one.path === path) ?? pages[0];
  useEffect(() => {
    document.title = `${page?.name} – Dragoman`;
  }, [page]);
  const choose = (id: string) =>
    leave(() => {
      sessionStorage.setItem(teamName, id);
      setTeamId(id);
    });
  return (
    <div className="frame">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <SideBar pages={pages} current={page?.path} me={me} team={team} onChooseTeam={choose} />
      <main id="content" className="content" tabIndex={-1}>
        <Failure error={error} onRetry={onRetry} />
        {me === undefined && error === null && <Loading what="your teams" size="page" />}
        {me !== undefined && team === undefined && (
          <Notice>You are in no team. Ask an owner of your team for an invitation.</Notice>
        )}
        {team !== undefined && page !== undefined && (
          // Another team is another page: nothing that was typed for the one may be sent to the other.
          <Suspense fallback={<Loading what="the page" size="page" />}>
            <page.Page key={team.id} team={team} />
          </Suspense>
        )}
      </main>
    </div>
  );
}
