import { expect, test } from 'vitest';
import { parseStubSettings } from './stub-settings.ts';

test('what is not set keeps its default', () => {
  expect(parseStubSettings('latencyMs=20,errorRate=0.05')).toMatchObject({
    latencyMs: 20,
    errorRate: 0.05,
    hangRate: 0,
    seed: 1,
  });
  expect(parseStubSettings('on')).toMatchObject({ latencyMs: 0, errorRate: 0 });
});

test.each(['latency=20', 'errorRate=2', 'hangRate=', 'latencyMs=-1'])('%s is no setting', (raw) => {
  expect(() => parseStubSettings(raw)).toThrowError(/is not a valid setting of the stub engine/);
});
