import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Field } from './field.tsx';
import { Form } from './form.tsx';
import { useTypedTexts } from './typed-texts.ts';

afterEach(cleanup);

const names = ['actor', 'subject'] as const;
type Texts = Readonly<Record<(typeof names)[number], string>>;

function Fields({ texts, onTexts }: { texts: Texts; onTexts: (texts: Texts) => void }) {
  const { send, field } = useTypedTexts(names, texts, onTexts);
  return (
    <Form onSubmit={send}>
      {names.map((name) => (
        <Field key={name} label={name} {...field(name)} />
      ))}
      <button type="submit">Search</button>
    </Form>
  );
}

test('what is typed applies once the field is left or the form sent, without blanks around it', async () => {
  const sent: Texts[] = [];
  render(<Fields texts={{ actor: '', subject: '' }} onTexts={(texts) => sent.push(texts)} />);
  await userEvent.type(screen.getByLabelText('actor'), ' ada ');
  expect(sent).toEqual([]);
  await userEvent.tab();
  expect(sent).toEqual([{ actor: 'ada', subject: '' }]);
  await userEvent.type(screen.getByLabelText('subject'), 'x{Enter}');
  expect(sent.at(-1)).toEqual({ actor: 'ada', subject: 'x' });
});

test('what changes nothing is not sent, and a filter that is set elsewhere replaces what was typed', async () => {
  const sent: Texts[] = [];
  const show = (actor: string) => (
    <Fields texts={{ actor, subject: '' }} onTexts={(texts) => sent.push(texts)} />
  );
  const { rerender } = render(show(''));
  await userEvent.type(screen.getByLabelText('actor'), '  ');
  await userEvent.tab();
  expect(sent).toEqual([]);
  rerender(show('grace'));
  expect(screen.getByLabelText<HTMLInputElement>('actor').value).toBe('grace');
});
