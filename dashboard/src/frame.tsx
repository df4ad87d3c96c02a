/** The layout around every page: navigation, team and user. It is shown before the first response arrives. */
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { type Me, type Team, useMe } from './api/queries.ts';
import { Loading } from './components/loading.tsx';
import { Failure, Notice } from './components/notice.tsx';
import { PageBoundary } from './components/page-boundary.tsx';
import { TeamSuspension } from './components/team-suspension.tsx';
import { showToast } from './components/toast.tsx';
import { t } from './lib/messages.ts';
import { isForOperator, isForReader, isListed, landingPath, pagePath, rolesOf } from './page-access.ts';
import { HomePage } from './pages/home/home-page.tsx';
import { SideBar } from './side-bar.tsx';
import { useCurrentTeam } from './state/current-team.ts';
import { useKeptFocus } from './state/kept-focus.ts';
import { replacePath, usePath } from './state/navigation.tsx';
import type { PageProps } from './state/page-props.ts';
import { usePageTitle } from './state/page-title.ts';

/** The first page is in the main bundle; every other page is loaded when it is opened. */
function page<Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }));
}

const NotFoundPage = page(() => import('./pages/not-found-page.tsx'), 'NotFoundPage');
const NotForRole = page(() => import('./components/not-for-role.tsx'), 'NotForRole');
const KeysPage = page(() => import('./pages/keys/keys-page.tsx'), 'KeysPage');
const TranslatePage = page(() => import('./pages/translate/translate-page.tsx'), 'TranslatePage');
const UsagePage = page(() => import('./pages/usage/usage-page.tsx'), 'UsagePage');
const RequestsPage = page(() => import('./pages/requests/requests-page.tsx'), 'RequestsPage');
const GlossariesPage = page(() => import('./pages/glossaries/glossaries-page.tsx'), 'GlossariesPage');
const StyleRulesPage = page(() => import('./pages/style-rules/style-rules-page.tsx'), 'StyleRulesPage');
const DocumentsPage = page(() => import('./pages/documents/documents-page.tsx'), 'DocumentsPage');
const PlaygroundPage = page(() => import('./pages/playground/playground-page.tsx'), 'PlaygroundPage');
const ReferencePage = page(() => import('./pages/reference/reference-page.tsx'), 'ReferencePage');
const PeoplePage = page(() => import('./pages/people/people-page.tsx'), 'PeoplePage');
const LimitsPage = page(() => import('./pages/limits/limits-page.tsx'), 'LimitsPage');
const AuditPage = page(() => import('./pages/audit/audit-page.tsx'), 'AuditPage');
const EventsPage = page(() => import('./pages/events/events-page.tsx'), 'EventsPage');
const AccountPage = page(() => import('./pages/account/account-page.tsx'), 'AccountPage');
/** One file for all of them: each further file of its own adds to what everybody loads first. */
const OperatorPage = page(() => import('./operator-pages.tsx'), 'OperatorPage');

interface PageOfFrame {
  readonly path: string;
  readonly name: string;
  readonly Page: ComponentType<PageProps>;
}

const pages = (): readonly PageOfFrame[] => [
  { path: '/home', name: t('Home'), Page: HomePage },
  { path: '/translate', name: t('Translate'), Page: TranslatePage },
  { path: '/keys', name: t('Keys'), Page: KeysPage },
  { path: '/usage', name: t('Usage'), Page: UsagePage },
  { path: '/requests', name: t('Requests'), Page: RequestsPage },
  { path: '/glossaries', name: t('Glossaries'), Page: GlossariesPage },
  { path: '/style-rules', name: t('Style rules'), Page: StyleRulesPage },
  { path: '/documents', name: t('Documents'), Page: DocumentsPage },
  { path: '/playground', name: t('Playground'), Page: PlaygroundPage },
  { path: '/reference', name: t('API reference'), Page: ReferencePage },
  { path: '/people', name: t('People'), Page: PeoplePage },
  { path: '/limits', name: t('Limits'), Page: LimitsPage },
  { path: '/audit', name: t('Audit log'), Page: AuditPage },
  { path: '/events', name: t('Events'), Page: EventsPage },
  { path: '/account', name: t('Account'), Page: AccountPage },
];

/** Pages that belong to no team. For users who are not operators, their URLs do not exist. */
const operatorPages = () => [
  { path: '/operator/teams', name: t('Teams') },
  { path: '/operator/users', name: t('Users') },
  { path: '/operator/usage', name: t('Total usage') },
  { path: '/operator/installation', name: t('Installation') },
  { path: '/operator/availability', name: t('Availability') },
  { path: '/operator/models', name: t('Models') },
  { path: '/operator/audit', name: t('All audit logs') },
  { path: '/operator/events', name: t('All events') },
];

/** Somebody who is removed from the team that they look at sees another one, which would be taken for the same. */
function useTellRemoval(me: Me | undefined, team: Team | undefined): void {
  const before = useRef(team);
  useEffect(() => {
    const last = before.current;
    before.current = team;
    if (me === undefined || last?.is_member !== true || me.teams.some(({ id }) => id === last.id)) return;
    showToast(t('You are no longer in {team}.', { team: last.name }), 'bad');
  }, [me, team]);
}

interface FrameProps {
  readonly me: Me | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
}

export function Frame({ me, error, onRetry }: FrameProps) {
  useKeptFocus('content');
  const path = usePath();
  const { team, isPending, choose } = useCurrentTeam(me);
  useTellRemoval(me, team);
  const operatorRole = me?.user.operator_role;
  const start = landingPath(team, operatorRole);
  const page = pages().find((one) => one.path === (path === '/' ? start : pagePath(path)));
  // The side bar lists what the person may use. A page that is opened by its URL explains who may use it.
  const offered = pages().filter(({ path }) => team === undefined || isListed(path, team, operatorRole));
  // Only known once `me` has arrived; until then, the URL stays.
  const landing = path === '/' && start !== '/home' ? start : undefined;
  useEffect(() => {
    if (landing !== undefined) replacePath(landing);
  }, [landing]);
  const allOfOperators = operatorRole == null ? [] : operatorPages();
  const offeredToOperators = allOfOperators.filter((one) => isForOperator(one.path, operatorRole));
  const operatorPage = allOfOperators.find((one) => `${path}/`.startsWith(`${one.path}/`));
  const isNothing = me !== undefined && page === undefined && operatorPage === undefined;
  usePageTitle(isNothing ? t('Page not found') : (page ?? operatorPage)?.name);
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {t('Skip to content')}
      </a>
      <SideBar
        pages={offered}
        operatorPages={offeredToOperators}
        current={(page ?? operatorPage)?.path}
        me={me}
        team={team}
        onChooseTeam={choose}
      />
      <main id="content" className="content" tabIndex={-1}>
        <Failure error={error} onRetry={onRetry} />
        {isPending && !isNothing && operatorPage === undefined && error === null && (
          <Loading label={t('Loading your teams')} size="page" />
        )}
        {/* Keyed by page: the way out of a page that fails is another one. */}
        <PageBoundary key={(page ?? operatorPage)?.path}>
          {isNothing && (
            <Suspense>
              <NotFoundPage />
            </Suspense>
          )}
          {page?.path === '/reference' && !isPending && team === undefined && (
            <Suspense fallback={<Loading label={t('Loading the page')} size="page" />}>
              <ReferencePage />
            </Suspense>
          )}
          {page !== undefined && page.path !== '/reference' && !isPending && team === undefined && (
            <Notice>
              {t('You do not belong to any team. Ask an owner of your team for an invitation.')}
            </Notice>
          )}
          {me !== undefined && team !== undefined && page !== undefined && (
            <TeamSuspension me={me} team={team}>
              <FreshMe key={page.path} />
              {/* Keyed by team, so that input typed for one team is never sent to another. */}
              <Suspense fallback={<Loading label={t('Loading the page')} size="page" />}>
                {isForReader(page.path, team, operatorRole) ? (
                  <page.Page key={team.id} team={team} />
                ) : (
                  <NotForRole path={page.path} title={page.name} roles={rolesOf(page.path)} team={team} />
                )}
              </Suspense>
            </TeamSuspension>
          )}
          {operatorPage !== undefined && (
            <Suspense fallback={<Loading label={t('Loading the page')} size="page" />}>
              {isForOperator(operatorPage.path, operatorRole) ? (
                <OperatorPage path={operatorPage.path} onChooseTeam={choose} />
              ) : (
                <NotForRole title={operatorPage.name} />
              )}
            </Suspense>
          )}
        </PageBoundary>
      </main>
    </div>
  );
}

/** Reads `me` on every page change, to show a new role or a suspension: a page that was open for long no longer asks. */
function FreshMe() {
  useMe();
  return null;
}
