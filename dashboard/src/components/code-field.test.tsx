import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { CodeField } from './code-field.tsx';

afterEach(cleanup);

test('the first code of an app is not said to be a recovery code', () => {
  render(<CodeField isFirst value="" onChange={() => undefined} />);
  expect(screen.queryByText(/recovery code/)).toBeNull();
});
