import { expect, test } from 'vitest';
import type { Engine } from '../../engines/engine.ts';
import { createTeamRoutes } from './team-routes.ts';

const features = { formality: false, glossary: false, markup: false };

test('routes are planned again once an engine has other pairs, and only then', () => {
  const targets = ['de'];
  const engine = {
    id: 'neural',
    revision: 0,
    pairs: () => targets.map((target) => ({ source: 'en', target, features })),
  };
  const { routesFor } = createTeamRoutes([engine as unknown as Engine], []);
  const first = routesFor(undefined);
  expect(routesFor(undefined)).toBe(first);
  targets.push('fr');
  engine.revision++;
  expect(routesFor(undefined).find('en', 'fr')).toHaveLength(1);
  expect(first.find('en', 'fr')).toEqual([]);
});
