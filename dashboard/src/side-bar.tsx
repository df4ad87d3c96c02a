import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { answered, client } from './api/client.ts';
import type { Me, Team } from './api/queries.ts';
import { forgetToken } from './api/session-token.ts';
import { Brand } from './components/brand.tsx';
import { Button } from './components/button.tsx';
import { Select } from './components/field.tsx';
import { t } from './lib/messages.ts';
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
  return (
    <header className="side">
      <div className="side-top">
        <Brand />
        <Button
          className="button side-menu"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('Menu')}
        </Button>
      </div>
      <div id={bodyId} className={isOpen ? 'side-body side-body-open' : 'side-body'}>
        <Select
          label={t('Team')}
          disabled={team === undefined}
          choices={teamChoices(me, team)}
          value={team?.id ?? ''}
          onChange={onChooseTeam}
        />
        <nav aria-label={t('Pages')}>
          <ul>
            <PageLinks pages={pages} current={current} onFollow={close} />
            <li>
              <a href="/reference">{t('API reference')}</a>
            </li>
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
        <SignedInAs email={me?.user.email ?? ''} />
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
  return pages.map(({ path, name }) => (
    <li key={path}>
      <Link href={path} aria-current={path === current ? 'page' : undefined} onClick={onFollow}>
        {name}
      </Link>
    </li>
  ));
}

/** Always includes the selected team, even if an operator has more teams than the menu lists. */
function teamChoices(me: Me | undefined, team: Team | undefined) {
  const listed = me?.teams ?? [];
  const isListed = team === undefined || listed.some(({ id }) => id === team.id);
  return (isListed ? listed : [team, ...listed]).map(({ id, name }) => ({ value: id, label: name }));
}

function SignedInAs({ email }: { email: string }) {
  const queries = useQueryClient();
  const { theme, change } = useTheme();
  const signOut = async () => {
    // The tab drops the token even if the request fails.
    await answered(client.POST('/api/sign-out')).catch(() => undefined);
    forgetToken();
    queries.clear();
    goTo('/sign-in');
  };
  return (
    <div className="side-end">
      <span className="mail quiet small" title={email}>
        {email}
      </span>
      <Button kind="plain" onClick={change}>
        {theme === 'dark' ? t('Light theme') : t('Dark theme')}
      </Button>
      <Button kind="plain" onClick={() => leave(() => void signOut())}>
        {t('Sign out')}
      </Button>
    </div>
  );
}
