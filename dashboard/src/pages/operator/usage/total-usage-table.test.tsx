import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { TotalUsageTable } from './total-usage-table.tsx';

afterEach(cleanup);

const row = (group: string, characters: number) => ({ group, name: group, characters, calls: 1, texts: 1 });

test('a small share is not called nothing, and nothing is not called small', () => {
  const rows = [row('apertium', 999_000), row('llm', 900), row('stub', 0)];
  const total = { characters: 999_900, calls: 3, texts: 3, groups: 3 };
  render(<TotalUsageTable usage={{ rows, total } as never} group="engine" />);
  const shares = screen
    .getAllByRole('row')
    .slice(1)
    .map((line) => line.querySelector('.used')?.firstChild?.textContent);
  expect(shares).toEqual(['100%', 'less than 1%', '0%']);
});
