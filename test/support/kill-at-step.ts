/**
 * Loaded into a process by NODE_OPTIONS, kills it right before the Nth change that it makes to a folder: KILL_AT_STEP,
 * KILL_FOLDER. A file that is written as a whole counts twice, for between the two it is there and empty.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const killAt = Number(process.env.KILL_AT_STEP);
const folder = process.env.KILL_FOLDER ?? '';
let steps = 0;

function countStep(path: unknown): void {
  if (!String(path).startsWith(folder)) return;
  steps++;
  if (steps === killAt) process.kill(process.pid, 'SIGKILL');
}

type Functions = Record<string, (...all: unknown[]) => unknown>;

function countBefore(target: object, name: string, between: (path: string) => void = () => {}): void {
  const functions = target as Functions;
  const real = functions[name];
  functions[name] = (path, ...more) => {
    countStep(path);
    between(String(path));
    return real?.call(target, path, ...more);
  };
}

if (killAt > 0) {
  for (const name of ['mkdir', 'open', 'rename', 'rm']) countBefore(fs.promises, name);
  countBefore(fs.promises, 'writeFile', (path) => {
    if (!path.startsWith(folder)) return;
    fs.writeFileSync(path, '');
    countStep(path);
  });
  countBefore(fs, 'createWriteStream');
  syncBuiltinESMExports();
}
