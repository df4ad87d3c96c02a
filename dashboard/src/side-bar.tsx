import { ChevronsUpDown, CircleUser, LogOut, MenuIcon, Moon, Sun } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Me, Team } from './api/queries.ts';
import { Brand } from './components/brand.tsx';
import { Button } from './components/button.tsx';
import { Menu } from './components/menu.tsx';
import { MenuField } from './components/menu-field.tsx';
import type { MenuEntry } from './components/menu-props.ts';
import { useSignOut } from './components/sign-out.ts';
import { endOfId, withEqualNames } from './lib/equal-names.ts';
import { t } from './lib/messages.ts';
import { pageIcons } from './page-icons.ts';
import { leave } from './state/leave.ts';
import { goTo, Link } from './state/navigation.tsx';
import { useTheme } from './state/theme.ts';

interface PageName {
  readonly path: string;
  readonly name: string;
}

interface SideBarProps {
  readonly pages: readonly PageName[];
  /** Empty for users who are not operators. */
  readonly operatorPages: readonly PageName[];
  readonly current: string | undefined;
  readonly me: Me | undefined;
  readonly team: Team | undefined;
  readonly onChooseTeam: (id: string) => void;
}

export function SideBar({ pages, operatorPages, current, me, team, onChooseTeam }: SideBarProps) {
  // On a phone, a button opens the menu; wider screens do not have the button.
  const [isOpen, setIsOpen] = useState(false);
  const bodyId = useId();
  const close = () => setIsOpen(false);
  useEffect(() => {
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setIsOpen(false);
    };
    if (!isOpen) return undefined;
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, [isOpen]);
  const pagesRef = useRef<HTMLDivElement>(null);
  // An operator's list is longer than many screens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is current is read from the document.
  useEffect(() => {
    pagesRef.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [current, operatorPages.length]);
  return (
    <header className="side">
      <div className="side-top">
        <Brand />
        <Button
          className="button side-menu"
          icon={MenuIcon}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('Menu')}
        </Button>
      </div>
      <div id={bodyId} className={isOpen ? 'side-body side-body-open' : 'side-body'}>
        <TeamMenu me={me} team={team} onChoose={onChooseTeam} />
        <div ref={pagesRef} className="side-pages">
          <nav aria-label={t('Pages')}>
            <ul>
              <PageLinks pages={pages} current={current} onFollow={close} />
            </ul>
          </nav>
          {operatorPages.length > 0 && (
            <nav aria-labelledby="operator-pages">
              <p id="operator-pages" className="side-title">
                {t('Operator')}
              </p>
              <ul>
                <PageLinks pages={operatorPages} current={current} onFollow={close} />
              </ul>
            </nav>
          )}
        </div>
        <SignedInAs email={me?.user.email ?? ''} onFollow={close} />
      </div>
    </header>
  );
}

interface PageLinksProps {
  readonly pages: readonly PageName[];
  readonly current: string | undefined;
  readonly onFollow: () => void;
}

function PageLinks({ pages, current, onFollow }: PageLinksProps) {
  return pages.map(({ path, name }) => {
    const Icon = pageIcons[path];
    return (
      <li key={path}>
        <Link href={path} aria-current={path === current ? 'page' : undefined} onClick={onFollow}>
          {Icon !== undefined && <Icon aria-hidden="true" />}
          {name}
        </Link>
      </li>
    );
  });
}

interface TeamMenuProps {
  readonly me: Me | undefined;
  readonly team: Team | undefined;
  readonly onChoose: (id: string) => void;
}

function TeamMenu({ me, team, onChoose }: TeamMenuProps) {
  const name = team?.name ?? '';
  return (
    <MenuField
      label={t('Team')}
      name={t('Team: {name}', { name })}
      shown={name}
      chosen={team?.id ?? ''}
      items={teamChoices(me, team, onChoose)}
    />
  );
}

/** Always includes the selected team, even if an operator has more teams than the menu lists. */
function teamChoices(me: Me | undefined, team: Team | undefined, choose: (id: string) => void): MenuEntry[] {
  const listed = me?.teams ?? [];
  const isListed = team === undefined || listed.some(({ id }) => id === team.id);
  const all = isListed ? listed : [team, ...listed];
  const equal = withEqualNames(all);
  return all.map(({ id, name }) => ({
    id,
    name,
    detail: equal.has(id) ? endOfId(id) : undefined,
    onAction: () => choose(id),
  }));
}

function SignedInAs({ email, onFollow }: { email: string; onFollow: () => void }) {
  const signOut = useSignOut();
  const { theme, change } = useTheme();
  const openAccount = () => {
    onFollow();
    goTo('/account');
  };
  return (
    <div className="side-end">
      <Menu
        label={t('Your account: {email}', { email })}
        className="side-user"
        content={
          <>
            <CircleUser aria-hidden="true" />
            <span className="mail small" title={email}>
              {email}
            </span>
            <ChevronsUpDown aria-hidden="true" />
          </>
        }
        items={[
          { id: 'account', name: t('Account'), Icon: CircleUser, onAction: openAccount },
          theme === 'dark'
            ? { id: 'theme', name: t('Light theme'), Icon: Sun, onAction: change }
            : { id: 'theme', name: t('Dark theme'), Icon: Moon, onAction: change },
          { id: 'sign-out', name: t('Sign out'), Icon: LogOut, onAction: () => leave(() => void signOut()) },
        ]}
      />
    </div>
  );
}
