import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Refusal } from '../api/client.ts';
import type { Role, Team } from '../api/queries.ts';
import { NamedHead, NamedList } from './named-list.tsx';
import { createQueryClient } from './query-client.ts';
import { QueryContent } from './query-content.tsx';

afterEach(cleanup);

const teamOf = (role: Role): Team => ({
  id: 'team',
  name: 'Harbour',
  role,
  is_member: true,
  suspended: null,
});
const loaded = { data: {}, error: null, isPending: false, refetch: () => undefined };

interface Item {
  readonly id: string;
  readonly name: string;
}

function listOf(role: Role, items: readonly Item[]) {
  return (
    <QueryClientProvider client={createQueryClient()}>
      <NamedList
        team={teamOf(role)}
        title="Things"
        create="Create a thing"
        loading="Loading"
        query={loaded}
        items={items}
        idOf={({ id }) => id}
        addressOf={(id) => `/things?thing=${id}`}
        columns={[]}
        empty={{ editor: 'Create the first one', reader: 'Ask a member' }}
        dialogs={{
          create: () => 'creating',
          rename: ({ name }) => `renaming ${name}`,
          delete: ({ name }) => `deleting ${name}`,
        }}
      />
    </QueryClientProvider>
  );
}

const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent);

test('an empty list has one button, and who may not use it is told whom to ask', async () => {
  const { rerender } = render(listOf('member', []));
  expect(buttons()).toEqual(['Create a thing']);
  screen.getByText('Create the first one');
  await userEvent.click(screen.getByRole('button'));
  screen.getByText('creating');
  rerender(listOf('viewer', []));
  expect(buttons()).toEqual([]);
  screen.getByText('Ask a member');
});

test('each row is renamed and deleted by its name, as it is now', async () => {
  const { rerender } = render(listOf('owner', [{ id: '1', name: 'One' }]));
  expect(screen.getByRole('link', { name: 'One' }).getAttribute('href')).toBe('/things?thing=1');
  await userEvent.click(screen.getByRole('button', { name: 'Delete One' }));
  screen.getByText('deleting One');
  // After a version conflict, the retry sends the version that is read now.
  rerender(listOf('owner', [{ id: '1', name: 'Two' }]));
  screen.getByText('deleting Two');
  await userEvent.click(screen.getByRole('button', { name: 'Rename Two' }));
  screen.getByText('renaming Two');
  rerender(listOf('viewer', [{ id: '1', name: 'Two' }]));
  expect(buttons()).toEqual([]);
});

test('the page of one offers the same to who may change it', async () => {
  const asked: string[] = [];
  const { rerender } = render(<NamedHead title="One" mayEdit onAction={(action) => asked.push(action)} />);
  for (const name of ['Rename', 'Delete']) await userEvent.click(screen.getByRole('button', { name }));
  expect(asked).toEqual(['rename', 'delete']);
  rerender(<NamedHead title="One" mayEdit={false} onAction={() => undefined} />);
  expect(buttons()).toEqual([]);
});

test('what does not exist is said by the page, and every other error has a way to try again', () => {
  const failed = (code: string) => ({
    data: undefined,
    error: new Refusal(code, 'said by the server', null),
    isPending: false,
    refetch: () => undefined,
  });
  const content = (code: string) => (
    <QueryContent query={failed(code)} loading="Loading" gone={<h1>No such thing</h1>}>
      {() => null}
    </QueryContent>
  );
  const { rerender } = render(content('not_found'));
  screen.getByRole('heading', { name: 'No such thing' });
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(content('internal_error'));
  expect(screen.queryByRole('heading')).toBeNull();
  screen.getByRole('button', { name: 'Try again' });
});
