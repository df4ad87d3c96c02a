import { expect, test } from 'vitest';
import { listAvailableModels } from './available-models.ts';
import type { RegistryModel } from './registry-model.ts';

test('a list that is twice as long takes twice the work, not four times', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const pairs = letters.flatMap((a) => letters.map((b) => `qa${a}-qb${b}`));
  const workFor = (count: number) => {
    let looks = 0;
    const models = pairs.slice(0, count).map(
      (name): RegistryModel => ({
        get name() {
          looks++;
          return name;
        },
        ...{ architecture: 'tiny', release: 'release', files: [], scores: {} },
      }),
    );
    const open = () => Promise.reject(new Error('unused'));
    expect(listAvailableModels({ place: 'here', models, open }, {})).toHaveLength(count);
    return looks;
  };
  expect(workFor(600)).toBeLessThanOrEqual(2 * workFor(300));
});
