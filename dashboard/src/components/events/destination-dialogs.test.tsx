import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client } from '../../api/client.ts';
import { releaseNavigation } from '../../state/leave.ts';
import { createQueryClient } from '../query-client.ts';
import {
  ChangeDestinationDialog,
  CreateDestinationDialog,
  RotateSecretDialog,
} from './destination-dialogs.tsx';
import type { Destination } from './event-queries.ts';

const types = ['key.created', 'document.ready', 'audit.entry'];
const destination: Destination = {
  id: 'd1',
  kind: 'webhook',
  name: 'Chat',
  address: 'https://example.org/events',
  event_types: ['key.created', 'document.ready'],
  is_enabled: true,
  disabled_reason: null,
  older_until: null,
  failing_since: null,
  last_delivered_at: null,
  created_at: '2026-11-19T00:00:00.000Z',
};

let sent: { path: string; body: unknown }[];
let answer: (data: unknown) => Promise<void>;
beforeEach(() => {
  sent = [];
  const record = (path: string, { body }: { body?: unknown }) => {
    sent.push({ path, body });
    return new Promise((resolve) => {
      answer = (data) => act(async () => resolve({ data, response: new Response() }));
    });
  };
  for (const method of ['POST', 'PATCH'] as const)
    vi.spyOn(client, method).mockImplementation(record as never);
});
afterEach(() => {
  cleanup();
  releaseNavigation();
  vi.restoreAllMocks();
});

function show(dialog: (onClose: () => void) => ReactNode) {
  const onClose = vi.fn();
  render(<QueryClientProvider client={createQueryClient()}>{dialog(onClose)}</QueryClientProvider>);
  return onClose;
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const creation = (sendsMail: boolean) => (onClose: () => void) => (
  <CreateDestinationDialog owner="team" types={types} sendsMail={sendsMail} onClose={onClose} />
);

test('a secret cannot be missed: the dialog stays while it is made, and asks before it is lost', async () => {
  const onClose = show(creation(false));
  expect(screen.queryByText('Kind')).toBeNull();
  await userEvent.type(screen.getByLabelText('Name'), 'Chat');
  await userEvent.type(screen.getByLabelText('URL'), 'https://example.org/events');
  await press('Add');
  expect(sent).toEqual([
    {
      path: '/api/teams/{team}/destinations',
      body: {
        kind: 'webhook',
        name: 'Chat',
        address: 'https://example.org/events',
        // Whoever wants every entry of the audit log asks for it.
        event_types: ['key.created', 'document.ready'],
      },
    },
  ]);
  await press('Cancel');
  expect(onClose).not.toHaveBeenCalled();
  await answer({ ...destination, secret: 'whsec_x' });
  expect((await screen.findByTestId('secret')).textContent).toBe('whsec_x');
  await press('Done');
  expect(onClose).not.toHaveBeenCalled();
  await press('Close without copying');
  expect(onClose).toHaveBeenCalledOnce();
});

test('an e-mail address has no secret: the dialog closes when it is added', async () => {
  const onClose = show(creation(true));
  await userEvent.click(screen.getByLabelText('E-mail'));
  await userEvent.type(screen.getByLabelText('Name'), 'Ops');
  await userEvent.type(screen.getByLabelText('E-mail address'), 'ops@example.org');
  await press('Add');
  expect(sent[0]?.body).toMatchObject({ kind: 'mail', address: 'ops@example.org' });
  await answer({ ...destination, kind: 'mail', secret: null });
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('a change sends only what was changed, and at least one event stays', async () => {
  show((onClose) => (
    <ChangeDestinationDialog owner={undefined} destination={destination} types={types} onClose={onClose} />
  ));
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save.disabled).toBe(true);
  for (const name of ['Key created', 'Document ready']) await userEvent.click(screen.getByLabelText(name));
  expect(save.disabled).toBe(true);
  await userEvent.click(screen.getByLabelText('Document ready'));
  await press('Save');
  expect(sent).toEqual([
    { path: '/api/operator/destinations/{id}', body: { event_types: ['document.ready'] } },
  ]);
});

test('a new secret is shown once it is made', async () => {
  show((onClose) => <RotateSecretDialog owner="team" destination={destination} onClose={onClose} />);
  await press('Create the secret');
  expect(sent[0]?.path).toBe('/api/teams/{team}/destinations/{id}/secret');
  await answer({ ...destination, secret: 'whsec_y' });
  expect((await screen.findByTestId('secret')).textContent).toBe('whsec_y');
});
