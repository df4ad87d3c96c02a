import { expect, test } from 'vitest';
import { Throughput } from './throughput.ts';

function measured() {
  let now = 0;
  const throughput = new Throughput(() => now);
  return {
    throughput,
    pass(ms: number) {
      now += ms;
    },
  };
}

test('says nothing before it has seen a second of work', () => {
  const { throughput, pass } = measured();
  throughput.begin();
  pass(900);
  throughput.note(900, true);
  expect(throughput.expectedMs(1_000)).toBeUndefined();
});

test('expects as much time as the work before took, and pauses do not count', () => {
  const { throughput, pass } = measured();
  for (let i = 0; i < 20; i++) {
    throughput.begin();
    pass(100);
    throughput.note(1_000, false);
    pass(60_000);
  }
  expect(throughput.expectedMs(50_000)).toBeCloseTo(5_000, 0);
});

test('an engine that gets slower is noticed within seconds', () => {
  const { throughput, pass } = measured();
  throughput.begin();
  for (let i = 0; i < 100; i++) {
    pass(100);
    throughput.note(1_000, true);
  }
  for (let i = 0; i < 150; i++) {
    pass(100);
    throughput.note(100, true);
  }
  expect(throughput.expectedMs(1_000)).toBeGreaterThan(500);
});
