import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
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
