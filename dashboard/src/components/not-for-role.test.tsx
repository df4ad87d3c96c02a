import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Role, Team } from '../api/queries.ts';
import { NotForRole } from './not-for-role.tsx';

afterEach(cleanup);

test.each([
  ['translator', /trying the API, so only members and owners of Harbour.*use the page "Translate"/],
  ['viewer', /cost characters, so only members and owners of Harbour.*Ask an owner/],
] as const)('the playground tells a %s whom it is for, and what to do', (role: Role, words) => {
  const team = { name: 'Harbour', role, is_member: true } as Team;
  render(<NotForRole title="Playground" roles={['member', 'owner']} team={team} />);
  expect(screen.getAllByText(words)).toHaveLength(1);
});
