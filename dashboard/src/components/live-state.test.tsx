import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Refusal } from '../api/client.ts';
import { LiveState } from './live-state.tsx';

afterEach(cleanup);

test.each([
  ['service_unavailable', 1],
  ['rate_limited', 0],
])('%s: the operator is told how to find the cause if the server cannot serve anything', (code, hints) => {
  render(
    <LiveState
      findings={[]}
      description=""
      answeredAt={Date.now()}
      isAsking={false}
      error={new Refusal(code, 'Try again later.', null)}
      refreshMs={5_000}
      onRefresh={() => undefined}
    />,
  );
  expect(screen.queryAllByText('dragoman doctor')).toHaveLength(hints);
});
