import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useKeptFocus } from '../state/kept-focus.ts';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';

afterEach(cleanup);

function Page({ onSave }: { onSave: (name: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Rename
      </button>
      {isOpen && (
        <FormDialog
          title="Rename a key"
          action="Save"
          onSubmit={() => onSave(name)}
          onClose={() => setIsOpen(false)}
        >
          <Field label="Name" value={name} onChange={setName} />
        </FormDialog>
      )}
    </>
  );
}

test('a form dialog is named by its title, starts in its first field and submits with Enter', async () => {
  const onSave = vi.fn();
  const user = userEvent.setup();
  render(<Page onSave={onSave} />);
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  expect(screen.getByRole('dialog', { name: 'Rename a key' })).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  await user.keyboard('Web shop{Enter}');
  expect(onSave).toHaveBeenCalledWith('Web shop');
});

test('Escape and the last button close a dialog', async () => {
  const user = userEvent.setup();
  render(<Page onSave={() => undefined} />);
  for (const close of [() => user.keyboard('{Escape}'), () => user.click(screen.getByText('Cancel'))]) {
    await user.click(screen.getByRole('button', { name: 'Rename' }));
    await close();
    expect(screen.queryByRole('dialog')).toBeNull();
  }
});

test('Escape may ask first', async () => {
  const [onClose, onEscape] = [vi.fn(), vi.fn()];
  const user = userEvent.setup();
  render(
    <Dialog title="Key" cancel="I have stored it" onClose={onClose} onEscape={onEscape}>
      <p>Shown once.</p>
    </Dialog>,
  );
  await user.keyboard('{Escape}');
  expect([onEscape.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
  await user.click(screen.getByRole('button', { name: 'I have stored it' }));
  expect(onClose).toHaveBeenCalledOnce();
});

function Inviting() {
  useKeptFocus('content');
  const [step, setStep] = useState(0);
  return (
    <main id="content" tabIndex={-1}>
      <button type="button" onClick={() => setStep(1)}>
        Invite
      </button>
      {step > 0 && (
        <Dialog key={step} title={`Step ${step}`} cancel="Next" onClose={() => setStep((step + 1) % 3)}>
          <p>Words</p>
        </Dialog>
      )}
    </main>
  );
}

test('the button that opened a dialog gets the focus after the dialog that took its place', async () => {
  const user = userEvent.setup();
  render(<Inviting />);
  screen.getByRole('button', { name: 'Invite' }).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await screen.findByRole('dialog', { name: 'Step 2' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Invite'));
});
