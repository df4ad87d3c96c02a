import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ChartLegend, ChartTooltip } from './chart-legend.tsx';
import type { Series } from './series.ts';

afterEach(cleanup);

const day = 86_400;
const march = Date.UTC(2026, 2, 1) / 1_000;
const series: Series = {
  times: [march, march + day],
  // Two keys with the same name.
  names: ['Shop', 'Shop', 'Staging'],
  values: [
    [1_000, 20],
    [0, 3],
    [4, 0],
  ],
};

function tip(place: number, isInSecondHalf = false) {
  const { container } = render(
    <ChartTooltip series={series} by="day" pointed={{ place, x: 150, isInSecondHalf }} />,
  );
  return container.firstElementChild as HTMLElement;
}

test('the tooltip of a bar says its day, its parts without those that have nothing, and their total', () => {
  const shown = tip(0);
  expect(shown.firstElementChild?.textContent).toBe('Sun, March 1, 2026');
  expect([...shown.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Shop1,000',
    'Staging4',
    'Total1,004',
  ]);
});

test('the tooltip stands at its bar, on the side that has room', () => {
  const shown = tip(1);
  expect([shown.style.left, shown.classList.contains('chart-tip-before')]).toEqual(['150px', false]);
  expect(tip(1, true).classList.contains('chart-tip-before')).toBe(true);
});

function Legend() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  return <ChartLegend series={series} by="day" hidden={hidden} onChange={setHidden} />;
}

test('a click in the legend hides one series, also of two with the same name, and another click shows it', async () => {
  const user = userEvent.setup();
  render(<Legend />);
  const entries = screen.getAllByRole('button');
  expect(entries.map(({ textContent }) => textContent)).toEqual(['Shop1,020', 'Shop3', 'Staging4']);
  const pressed = () => entries.map((entry) => entry.getAttribute('aria-pressed'));
  await user.click(entries[1] as HTMLElement);
  expect(pressed()).toEqual(['true', 'false', 'true']);
  await user.click(entries[1] as HTMLElement);
  expect(pressed()).toEqual(['true', 'true', 'true']);
});
