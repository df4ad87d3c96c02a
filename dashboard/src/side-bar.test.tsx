import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { Me, Team } from './api/queries.ts';
import { createQueryClient } from './components/query-client.ts';
import { SideBar } from './side-bar.tsx';

afterEach(cleanup);

const teamOf = (end: string, name: string): Team => ({
  id: `019a0000-0000-7000-8000-000000${end}`,
  name,
  role: 'owner',
  is_member: true,
  suspended: null,
});
const [first, second, other] = [
  teamOf('00aaaa', 'Harbour'),
  teamOf('00bbbb', 'Harbour'),
  teamOf('00cccc', 'Lighthouse'),
];
const user = { email: 'owner@example.org', operator_role: 'full' } as Me['user'];

async function openTeams(team: Team, teams: readonly Team[]) {
  const onChooseTeam = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SideBar
        pages={[]}
        operatorPages={[]}
        current={undefined}
        me={{ user, teams: [...teams] } as Me}
        team={team}
        onChooseTeam={onChooseTeam}
      />
    </QueryClientProvider>,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: `Team: ${team.name}` }));
  const items = await screen.findAllByRole('menuitemradio', {}, { timeout: 60_000 });
  return { onChooseTeam, items };
}

test('teams with the same name are told apart by the ends of their ids, others need none', async () => {
  const { items, onChooseTeam } = await openTeams(first, [first, second, other]);
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Harbour…00aaaa',
    'Harbour…00bbbb',
    'Lighthouse',
  ]);
  await userEvent.setup().click(items[1] as HTMLElement);
  expect(onChooseTeam).toHaveBeenCalledWith(second.id);
});

test('a team beyond those that the menu lists is in it while it is chosen', async () => {
  const { items } = await openTeams(second, [first, other]);
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Harbour…00bbbb',
    'Harbour…00aaaa',
    'Lighthouse',
  ]);
  expect(items.map((item) => item.getAttribute('aria-checked'))).toEqual(['true', 'false', 'false']);
});
