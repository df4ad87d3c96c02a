import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lowerSessionPriority, lowerThreadPriority } from './low-priority.ts';

vi.mock('node:fs', () => ({ writeFileSync: vi.fn() }));
vi.mock('node:os', () => ({ setPriority: vi.fn() }));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

const failWith = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

test.runIf(process.platform === 'linux')('a thread goes on where a sandbox forbids the change', () => {
  vi.mocked(setPriority).mockImplementation(failWith('EPERM'));
  lowerThreadPriority();
  expect(setPriority).toHaveBeenCalledExactlyOnceWith(10);
});

test('a session is tried again while another one was changed a moment ago', async () => {
  vi.mocked(writeFileSync)
    .mockImplementationOnce(failWith('EAGAIN'))
    .mockImplementationOnce(failWith('EAGAIN'));
  lowerSessionPriority(42);
  await vi.runAllTimersAsync();
  expect(vi.mocked(writeFileSync).mock.calls).toEqual(Array(3).fill(['/proc/42/autogroup', '10']));
});

test('but not without end, and not where there are no such groups', async () => {
  vi.mocked(writeFileSync).mockImplementation(failWith('EAGAIN'));
  lowerSessionPriority(42);
  await vi.runAllTimersAsync();
  expect(writeFileSync).toHaveBeenCalledTimes(20);
  vi.mocked(writeFileSync).mockClear().mockImplementation(failWith('ENOENT'));
  lowerSessionPriority(42);
  await vi.runAllTimersAsync();
  expect(writeFileSync).toHaveBeenCalledTimes(1);
});
