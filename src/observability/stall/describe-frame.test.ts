import { expect, test } from 'vitest';
import { describeFrame } from './describe-frame.ts';

const root = new URL('../../../', import.meta.url).href;
const at = { lineNumber: 40, columnNumber: 6 };

test.each([
  ['translate', `${root}dist/gateway/call.js`, 'translate dist/gateway/call.js:41:7'],
  ['StubEngine.#mangle', `${root}src/x.ts`, 'StubEngine.#mangle src/x.ts:41:7'],
  ['', 'node:internal/timers', '(anonymous) node:internal/timers:41:7'],
  ['run', 'file:///srv/private/hook.mjs', 'run hook.mjs:41:7'],
])('%s in %s is named with its place', (name, url, line) => {
  expect(describeFrame(name, url, at)).toBe(line);
});

test('a name or a script that was made from data is not told', () => {
  expect(describeFrame('Dear Ms Meyer, …', '', at)).toBe('(anonymous) (generated):41:7');
  expect(describeFrame('f', 'data:text/javascript,secret', at)).toBe('f (generated):41:7');
});
