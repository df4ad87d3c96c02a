import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { answered, client } from './api/client.ts';
import type { Me, Team } from './api/queries.ts';
import { forgetToken } from './api/session-token.ts';
import { Brand } from './components/brand.tsx';
import { Button } from './components/button.tsx';
import { Select } from './components/field.tsx';
import { leave } from './leave-guard.tsx';
import { goTo, Link } from './navigation.tsx';
import { useTheme } from './theme.ts';

export function SideBar({
  pages,
  current,
  me,
  team,
  onChooseTeam,
}: {
  pages: readonly { path: string; name: string }[];
  current: string | undefined;
  me: Me | undefined;
  team: Team | undefined;
  onChooseTeam: (id: string) => void;
}) {
  // On a phone all of it is behind a button; where there is room, the button isn't there.
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
          Menu
        </Button>
      </div>
      <div id={bodyId} className={isOpen ? 'side-body side-body-open' : 'side-body'}>
        <Select
          label="Team"
          disabled={team === undefined}
          choices={me?.teams.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          value={team?.id ?? ''}
          onChange={(event) => onChooseTeam(event.target.value)}
        />
        <nav aria-label="Pages">
          <ul>
            {pages.map(({ path, name }) => (
              <li key={path}>
                <Link href={path} aria-current={path === current ? 'page' : undefined} onClick={close}>
                  {name}
                </Link>
              </li>
            ))}
            <li>
              <a href="/reference">API reference</a>
            </li>
          </ul>
        </nav>
        <SignedInAs email={me?.user.email ?? ''} />
      </div>
    </header>
  );
}

function SignedInAs({ email }: { email: string }) {
  const queries = useQueryClient();
  const { theme, change } = useTheme();
  const signOut = async () => {
    // Whatever the server says, this tab forgets.
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
        {theme === 'dark' ? 'Light theme' : 'Dark theme'}
      </Button>
      <Button kind="plain" onClick={() => leave(() => void signOut())}>
        Sign out
      </Button>
    </div>
  );
}
