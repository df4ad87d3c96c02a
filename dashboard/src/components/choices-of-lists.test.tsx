import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ComboBox } from './combo-box.tsx';
import { Menu } from './menu.tsx';
import { Select } from './select.tsx';

afterEach(cleanup);

const languages = [
  { value: '', label: 'Detect' },
  { value: 'DE', label: 'German' },
  { value: 'ES', label: 'Spanish' },
  { value: 'EO', label: 'Esperanto' },
];
const namesOf = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);

function SelectPage() {
  const [value, setValue] = useState('');
  return <Select label="From" choices={languages} value={value} onChange={setValue} />;
}

test('a select shows its choice, also an empty one, and takes another by mouse and by keyboard', async () => {
  const user = userEvent.setup();
  render(<SelectPage />);
  await user.click(screen.getByRole('button', { name: 'Detect From' }));
  expect(namesOf('option')).toEqual(['Detect', 'German', 'Spanish', 'Esperanto']);
  await user.click(screen.getByRole('option', { name: 'Spanish' }));
  screen.getByRole('button', { name: 'Spanish From' }).focus();
  await user.keyboard('det');
  expect(screen.getByRole('button', { name: 'Detect From' })).toBeDefined();
});

function ComboPage({ recent = ['ES'] }: { recent?: readonly string[] }) {
  const [value, setValue] = useState('DE');
  return (
    <ComboBox
      label="To"
      choices={languages.slice(1)}
      value={value}
      recent={recent}
      recentLabel="Recent"
      empty="No language has this name."
      onChange={setValue}
    />
  );
}

test('a combo box lists recent choices first, and finds others by a part of their name', async () => {
  const user = userEvent.setup();
  render(<ComboPage />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'To' });
  expect(field.value).toBe('German');
  await user.click(field);
  expect(namesOf('option')).toEqual(['Spanish', 'German', 'Spanish', 'Esperanto']);
  await user.clear(field);
  await user.type(field, 'peran');
  expect(namesOf('option')).toEqual(['Esperanto']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(field.value).toBe('Esperanto');
});

test('Enter takes the first choice with the typed text, and without a typed text changes nothing', async () => {
  const user = userEvent.setup();
  render(<ComboPage />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'To' });
  await user.click(field);
  await user.keyboard('{Enter}');
  expect(field.value).toBe('German');
  await user.click(field);
  await user.keyboard('span{Enter}');
  expect(field.value).toBe('Spanish');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.click(field);
  await user.keyboard('xyz{Enter}{Tab}');
  expect(field.value).toBe('Spanish');
});

test('a click opens the list of a combo box again after a choice, which leaves the focus in it', async () => {
  const user = userEvent.setup();
  render(<ComboPage />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'To' });
  await user.click(field);
  await user.click(screen.getByRole('option', { name: 'Esperanto' }));
  expect([field.value, document.activeElement === field, screen.queryByRole('listbox')]).toEqual([
    'Esperanto',
    true,
    null,
  ]);
  await user.click(field);
  expect(namesOf('option')).toContain('German');
});

test('a combo box keeps its choice when the typed name does not exist', async () => {
  const user = userEvent.setup();
  render(<ComboPage />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'To' });
  await user.clear(field);
  await user.type(field, 'Klingon');
  expect(screen.getByText('No language has this name.')).toBeDefined();
  await user.tab();
  expect(field.value).toBe('German');
});

test('a combo box that names its choice among the recent ones takes it again', async () => {
  const user = userEvent.setup();
  render(<ComboPage recent={['DE', 'ES']} />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'To' });
  await user.clear(field);
  await user.type(field, 'germ');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(field.value).toBe('German');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('a menu that is closed for the first time gives the focus back to its button', async () => {
  const user = userEvent.setup();
  const items = [{ id: 'a', name: 'Harbour', onAction: () => undefined }];
  render(<Menu label="Team: Harbour" className="select" content="Harbour" chosen="a" items={items} />);
  screen.getByRole('button').focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button')));
});

test('a menu opens at its first click, takes an action, and tells equal names apart', async () => {
  const user = userEvent.setup();
  const taken: string[] = [];
  const item = (id: string, detail: string) => ({
    id,
    name: 'Harbour',
    detail,
    onAction: () => taken.push(id),
  });
  const items = [item('a', '…01'), item('b', '…02')];
  render(<Menu label="Team: Harbour" className="select" content="Harbour" chosen="a" items={items} />);
  await user.click(screen.getByRole('button', { name: 'Team: Harbour' }));
  await user.click(await screen.findByRole('menuitemradio', { name: /…02/ }));
  expect(taken).toEqual(['b']);
});
