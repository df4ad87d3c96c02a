import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TimeRange } from '../lib/time-range.ts';
// Loaded before the test, which then waits for nothing.
import './day-range.tsx';
import { TimeFields } from './time-fields.tsx';

// The document tells of a selection at once, and not later as a browser does: the field would select without end.
beforeEach(() => void vi.spyOn(Selection.prototype, 'collapse').mockImplementation(() => undefined));
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

function Page({ first, onChange }: { first: TimeRange; onChange: (range: TimeRange) => void }) {
  const [range, setRange] = useState(first);
  const change = (next: TimeRange) => {
    onChange(next);
    setRange(next);
  };
  return <TimeFields range={range} onChange={change} />;
}

async function show(range: TimeRange) {
  const onChange = vi.fn<(range: TimeRange) => void>();
  render(<Page first={range} onChange={onChange} />);
  const segments = await screen.findAllByRole('spinbutton', {}, { timeout: 60_000 });
  return { onChange, segments };
}

test('the days of a usual range are in the fields, and typed days are a range of their own', async () => {
  const user = userEvent.setup();
  const { onChange, segments } = await show({ kind: 'custom', from: '2026-03-02', to: '2026-03-31' });
  expect(segments.map(({ textContent }) => textContent)).toEqual(['3', '2', '2026', '3', '31', '2026']);
  await user.click(segments[1] as HTMLElement);
  // The focus stays in the field while the first digit is a day already.
  await user.keyboard('15');
  expect(onChange).toHaveBeenLastCalledWith({ kind: 'custom', from: '2026-03-15', to: '2026-03-31' });
});

test('days out of order change nothing', async () => {
  const user = userEvent.setup();
  const { onChange, segments } = await show({ kind: 'custom', from: '2026-03-02', to: '2026-03-05' });
  await user.click(segments[0] as HTMLElement);
  await user.keyboard('9');
  expect(onChange).not.toHaveBeenCalled();
});

test.each([
  ['Last 24 hours', { kind: 'last', days: 1 }, ['3', '14', '2026', '3', '15', '2026']],
  ['This month', { kind: 'month', month: 'this' }, ['3', '1', '2026', '3', '15', '2026']],
  ['Previous month', { kind: 'month', month: 'previous' }, ['2', '1', '2026', '2', '28', '2026']],
] as const)('"%s" stays chosen by its name, with its days in the fields', async (name, range, days) => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 2, 15, 12));
  const user = userEvent.setup();
  const { onChange } = await show({ kind: 'last', days: 30 });
  await user.click(screen.getByRole('button', { name: 'Last 30 days Time' }));
  await user.click(screen.getByRole('option', { name }));
  expect(onChange.mock.calls).toEqual([[range]]);
  expect(screen.getByRole('button', { name: `${name} Time` })).toBeDefined();
  const shown = screen.getAllByRole('spinbutton').map(({ textContent }) => textContent);
  expect(shown).toEqual(days);
});
