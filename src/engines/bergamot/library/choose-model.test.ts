import { expect, test } from 'vitest';
import type { Scores } from '../models.ts';
import { chooseModel, type ModelChoice } from './choose-model.ts';
import type { RegistryModel, ReleaseStatus } from './registry-model.ts';

const sizes: Record<string, number> = { tiny: 17_000_000, 'base-memory': 32_000_000, base: 43_000_000 };

function model(architecture: string, release: ReleaseStatus = 'release', scores: Scores = {}): RegistryModel {
  const file = { path: 'model.bin.gz', name: 'model.bin', compression: 'gzip' } as const;
  const bytes = sizes[architecture] ?? 100_000_000;
  return { name: 'en-de', architecture, release, files: [{ ...file, kind: 'model', bytes }], scores };
}

function choose(models: readonly RegistryModel[], choice: ModelChoice = {}): string {
  const registry = { place: 'here', models, open: () => Promise.reject(new Error('not used')) };
  return chooseModel(registry, 'en-de', choice).architecture;
}

const all = ['tiny', 'base', 'base-memory'].map((architecture) => model(architecture));

test('without scores the larger architecture is better', () => {
  expect(choose(all)).toBe('base');
  expect(choose(all, { smallest: true })).toBe('tiny');
});

test('what fits the memory is taken, and the smallest if nothing does', () => {
  expect(choose(all, { maxMemoryBytes: 600_000_000 })).toBe('base-memory');
  expect(choose(all, { maxMemoryBytes: 500_000_000 })).toBe('tiny');
  expect(choose(all, { maxMemoryBytes: 1 })).toBe('tiny');
});

test('published scores decide, and a better score has to be worth its memory', () => {
  const scored = (comet: number, larger: number) => [
    model('base-memory', 'release', { comet }),
    model('base', 'release', { comet: larger }),
  ];
  expect(choose(scored(90.3, 89.5))).toBe('base-memory');
  expect(choose(scored(86.0, 86.05))).toBe('base-memory');
  expect(choose(scored(86.0, 86.5))).toBe('base');
  const mixed = [model('tiny', 'release', { comet: 90, bleu: 30 }), model('base', 'release', { bleu: 29 })];
  expect(choose(mixed)).toBe('tiny');
});

test('models for desktops come before others, however good', () => {
  const tinyOnDesktops = [
    model('tiny', 'desktop'),
    model('base', 'unreleased'),
    model('base-memory', 'android'),
  ];
  expect(choose(tinyOnDesktops)).toBe('tiny');
  expect(choose([model('tiny', 'android'), model('base', 'unreleased')])).toBe('tiny');
  expect(choose([model('tiny', 'unreleased'), model('base', 'unreleased')])).toBe('base');
  expect(choose([model('tiny', 'android'), model('base', 'desktop')], { smallest: true })).toBe('tiny');
});

test('an architecture that is not known here can be pulled', () => {
  expect(choose([model('student-next')])).toBe('student-next');
  expect(choose([model('tiny'), model('student-next')], { architecture: 'student-next' })).toBe(
    'student-next',
  );
});

test('of the models of one architecture, the released one is taken', () => {
  const released = model('tiny', 'release', { comet: 80 });
  const preview = model('tiny', 'unreleased', { comet: 90 });
  const registry = {
    place: 'here',
    models: [preview, released],
    open: () => Promise.reject(new Error('not used')),
  };
  expect(chooseModel(registry, 'en-de', { architecture: 'tiny' })).toBe(released);
  expect(choose([model('tiny'), model('base', 'unreleased')], { architecture: 'base' })).toBe('base');
});
