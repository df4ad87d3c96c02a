import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client } from '../../api/client.ts';
import { createQueryClient } from '../../components/query-client.ts';
import { closeToasts } from '../../components/toast.tsx';
import { releaseNavigation } from '../../state/leave.ts';
import { AddPasskey, RemovePasskey } from './passkey-dialogs.tsx';
import { AddApp, NewRecoveryCodes } from './second-factor-dialogs.tsx';

const off = { isOn: false, hasApp: false, hasPasskeys: false };
const withApp = { isOn: true, hasApp: true, hasPasskeys: false };
const withPasskey = { isOn: true, hasApp: false, hasPasskeys: true };

/** What the server answers: at once, or when the test lets it. */
let answers: Record<string, unknown>;
let finish: (path: string, data: unknown) => void;
let posted: string[];
beforeEach(() => {
  answers = {};
  posted = [];
  const waiting = new Map<string, (answer: unknown) => void>();
  finish = (path, data) => waiting.get(path)?.({ data, response: new Response() });
  vi.spyOn(client, 'POST').mockImplementation(((path: string) => {
    posted.push(path);
    if (path in answers) return Promise.resolve({ data: answers[path], response: new Response() });
    return new Promise((resolve) => waiting.set(path, resolve));
  }) as never);
});
afterEach(() => {
  cleanup();
  closeToasts();
  releaseNavigation();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show(dialog: (onClose: () => void) => ReactNode) {
  const onClose = vi.fn();
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>{dialog(onClose)}</QueryClientProvider>,
  );
  return { onClose, unmount, user: userEvent.setup() };
}
type User = ReturnType<typeof userEvent.setup>;
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));

async function startApp(user: User): Promise<void> {
  answers['/api/me/second-factor/setup'] = { uri: 'otpauth://totp/x', secret: 'ABCD' };
  await user.type(screen.getByLabelText('Current password'), 'password');
  await press(user, 'Continue');
  await user.type(await screen.findByLabelText('Code'), '123456');
  await press(user, 'Add the app');
}
async function startCodes(user: User): Promise<void> {
  await user.type(screen.getByLabelText('Code'), '123456');
  await press(user, 'Create the codes');
}

test.each([
  [
    'adding an app',
    '/api/me/second-factor',
    startApp,
    (close: () => void) => <AddApp factor={off} onClose={close} />,
  ],
  [
    'new codes',
    '/api/me/second-factor/recovery-codes',
    startCodes,
    (close: () => void) => <NewRecoveryCodes factor={withApp} onClose={close} />,
  ],
] as const)(
  '%s: nothing closes the dialog while codes are made that are shown once',
  async (_, path, start, dialog) => {
    const { onClose, user } = show(dialog);
    await start(user);
    expect(posted.at(-1)).toBe(path);
    await user.keyboard('{Escape}');
    await press(user, 'Cancel');
    expect(onClose).not.toHaveBeenCalled();
    await act(async () => finish(path, { recovery_codes: ['aaaa-bbbb'] }));
    expect((await screen.findByTestId('recovery-codes')).textContent).toBe('aaaa-bbbb');
  },
);

/** A browser that asks for a passkey for as long as the test wants. */
function browserWithPasskeys() {
  const asked: { signal: AbortSignal; agree: (credential: unknown) => void }[] = [];
  class Credential {
    static parseCreationOptionsFromJSON = (options: unknown) => options;
    static parseRequestOptionsFromJSON = (options: unknown) => options;
    toJSON = () => ({ id: 'made', response: {} });
  }
  const ask = ({ signal }: { signal: AbortSignal }) =>
    new Promise((agree, refuse) => {
      asked.push({ signal, agree });
      signal.addEventListener('abort', () => refuse(new DOMException('left', 'AbortError')));
    });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', Credential);
  vi.stubGlobal('navigator', { ...navigator, userAgent: 'x', credentials: { create: ask, get: ask } });
  return { asked, agree: async () => act(async () => asked.at(-1)?.agree(new Credential())) };
}
const question = { options: {}, origin: location.origin };

test('a passkey that the browser makes after its dialog was closed is not added', async () => {
  const { asked, agree } = browserWithPasskeys();
  answers['/api/me/second-factor/passkeys/setup'] = question;
  const { onClose, unmount, user } = show((close) => <AddPasskey factor={off} onClose={close} />);
  await user.type(screen.getByLabelText('Current password'), 'password');
  await press(user, 'Continue');
  await user.click(await screen.findByRole('button', { name: 'Create the passkey' }));
  await expect.poll(() => asked.length).toBe(1);
  // While the browser asks, the dialog can be closed.
  await press(user, 'Cancel');
  expect(onClose).toHaveBeenCalledOnce();
  unmount();
  expect(asked[0]?.signal.aborted).toBe(true);
  await agree();
  expect(posted).toEqual(['/api/me/second-factor/passkeys/setup']);
});

test('while a passkey is added, nothing closes the dialog that shows the codes', async () => {
  const { asked, agree } = browserWithPasskeys();
  answers['/api/me/second-factor/passkeys/setup'] = question;
  const { onClose, user } = show((close) => <AddPasskey factor={off} onClose={close} />);
  await user.type(screen.getByLabelText('Current password'), 'password');
  await press(user, 'Continue');
  await user.click(await screen.findByRole('button', { name: 'Create the passkey' }));
  await expect.poll(() => asked.length).toBe(1);
  await agree();
  await expect.poll(() => posted.at(-1)).toBe('/api/me/second-factor/passkeys');
  await press(user, 'Cancel');
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => finish('/api/me/second-factor/passkeys', { recovery_codes: ['aaaa-bbbb'] }));
  await screen.findByTestId('recovery-codes');
});

test('a removal that waits for a passkey ends with its dialog', async () => {
  const { asked, agree } = browserWithPasskeys();
  answers['/api/me/second-factor/question'] = question;
  const passkey = { id: 'id', name: 'Phone' };
  const { unmount, user } = show((close) => (
    <RemovePasskey passkey={passkey} factor={withPasskey} isLast onClose={close} />
  ));
  await user.type(screen.getByLabelText('Current password'), 'password');
  await press(user, 'Remove');
  await expect.poll(() => asked.length).toBe(1);
  unmount();
  await agree();
  expect([asked[0]?.signal.aborted, posted]).toEqual([true, ['/api/me/second-factor/question']]);
});
