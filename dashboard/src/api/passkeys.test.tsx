import { afterAll, beforeAll, expect, test } from 'vitest';
import { passkeyObstacle } from './passkeys.ts';

const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } };
const before = location.href;
beforeAll(() => happyDOM.setURL('http://dragoman.example.org:8081/'));
afterAll(() => happyDOM.setURL(before));

test('without an address that the operator set, people elsewhere are not sent to their own machine', () => {
  const words = passkeyObstacle('http://localhost:8081');
  expect(words).toContain('DRAGOMAN_CONSOLE_URL');
  expect(words).not.toContain('localhost');
});

test('with one, they are told where passkeys work', () => {
  expect(passkeyObstacle('https://dragoman.example.org')).toContain('only at https://dragoman.example.org');
});
