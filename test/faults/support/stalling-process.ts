/** A process with a stall guard and nothing else, which stalls in the way that it is told. For tests alone. */
import { pbkdf2Sync } from 'node:crypto';
import { writeSync } from 'node:fs';
import { createLogger } from '../../../src/observability/logger.ts';
import { startStallGuard } from '../../../src/observability/stall/stall-guard.ts';

const ways: Record<string, () => void> = {
  javascript: function spinForEver() {
    for (;;) Math.sqrt(2);
  },
  'regular-expression': function backtrack() {
    /^(a+)+$/.test(`${'a'.repeat(60)}b`);
  },
  promises: async function turnMicrotasks() {
    for (;;) await null;
  },
  // One call of a native function that takes minutes and can't be interrupted.
  'native-code': () => pbkdf2Sync('a', 'b', 2 ** 30, 64, 'sha512'),
  // The log is a pipe that nobody reads, and it is full.
  'full-log': () => {
    writeSync(2, Buffer.alloc(65_536, '.'));
    for (;;) Math.sqrt(2);
  },
  'work-that-ends': () => {
    while (process.threadCpuUsage().user < 1_500_000);
    process.exit(0);
  },
  // Blocked without CPU: no stall, by decision.
  'waiting-for-nothing': () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
    process.exit(0);
  },
};

const [way = '', limitMs] = process.argv.slice(2);
// Only native code is not waited for: on a busy machine the others answer late.
const stackPatienceMs = way === 'native-code' ? 500 : 60_000;
startStallGuard({ limitMs: Number(limitMs), logLevel: 'info', stackPatienceMs }, createLogger('info'));
setTimeout(() => ways[way]?.(), 100);
