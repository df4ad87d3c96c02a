import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSignIn } from './single-sign-on.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-groups-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const whole = {
  DRAGOMAN_CONSOLE_URL: 'https://dragoman.example.org/',
  DRAGOMAN_OIDC_ISSUER: 'https://id.example.org/realms/main',
  DRAGOMAN_OIDC_CLIENT_ID: 'dragoman',
  DRAGOMAN_OIDC_CLIENT_SECRET: 'secret',
};

function read(env: Record<string, string>) {
  const problems: string[] = [];
  return { ...readSignIn(env, problems), problems };
}

test('without an issuer there are passwords alone', () => {
  expect(read({})).toEqual({
    singleSignOn: undefined,
    passwords: { isOn: true, breakGlass: undefined },
    operatorsNeedFactor: false,
    problems: [],
  });
});

test('a second factor is required of operators only where it is turned on', () => {
  expect(read({ DRAGOMAN_OPERATOR_SECOND_FACTOR: 'on' }).operatorsNeedFactor).toBe(true);
  expect(read({ DRAGOMAN_OPERATOR_SECOND_FACTOR: 'yes' }).problems).toEqual([
    'DRAGOMAN_OPERATOR_SECOND_FACTOR must be on or off, not "yes".',
  ]);
});

test('an issuer that is too long to be stored is refused', () => {
  const issuer = (length: number) => 'https://id.example.org/'.padEnd(length, 'x');
  expect(read({ ...whole, DRAGOMAN_OIDC_ISSUER: issuer(500) }).problems).toEqual([]);
  expect(read({ ...whole, DRAGOMAN_OIDC_ISSUER: issuer(501) }).problems).toEqual([
    'DRAGOMAN_OIDC_ISSUER must have at most 500 characters.',
  ]);
});

test('the provider needs four settings, and the others have defaults', () => {
  expect(read(whole)).toMatchObject({
    problems: [],
    singleSignOn: {
      redirectUrl: 'https://dragoman.example.org/sign-in/return',
      homeUrl: 'https://dragoman.example.org/sign-in',
      scopes: 'openid email profile',
      groupsClaim: 'groups',
      trustsEmail: false,
      groups: undefined,
    },
  });
  const { problems } = read({ DRAGOMAN_OIDC_ISSUER: whole.DRAGOMAN_OIDC_ISSUER });
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'DRAGOMAN_OIDC_CLIENT_ID',
    'DRAGOMAN_OIDC_CLIENT_SECRET',
    'DRAGOMAN_CONSOLE_URL',
  ]);
});

test.each([
  ['DRAGOMAN_OIDC_ISSUER', 'http://id.example.org'],
  ['DRAGOMAN_OIDC_ISSUER', 'id.example.org'],
  ['DRAGOMAN_OIDC_ISSUER', 'https://id.example.org/?tenant=1'],
  ['DRAGOMAN_CONSOLE_URL', 'https://dragoman.example.org/console'],
  ['DRAGOMAN_CONSOLE_URL', 'https://name:word@dragoman.example.org'],
  ['DRAGOMAN_CONSOLE_URL', 'javascript:alert(1)'],
  ['DRAGOMAN_OIDC_TRUST_EMAIL', 'yes'],
  ['DRAGOMAN_PASSWORD_SIGN_IN', 'no'],
])('%s=%s is refused', (name, value) => {
  expect(read({ ...whole, DRAGOMAN_BREAK_GLASS_OPERATOR: 'a@b.c', [name]: value }).problems).toEqual([
    expect.stringMatching(`^${name} must`),
  ]);
});

test('a provider on this machine may be asked without TLS', () => {
  for (const host of ['127.0.0.1:8090', 'localhost', '[::1]'])
    expect(read({ ...whole, DRAGOMAN_OIDC_ISSUER: `http://${host}` }).problems).toEqual([]);
});

test('passwords are turned off only beside a provider, and with an operator for emergencies', () => {
  expect(read({ DRAGOMAN_PASSWORD_SIGN_IN: 'off' }).problems).toHaveLength(2);
  expect(read({ ...whole, DRAGOMAN_PASSWORD_SIGN_IN: 'off' }).problems).toHaveLength(1);
  const off = { DRAGOMAN_PASSWORD_SIGN_IN: 'off', DRAGOMAN_BREAK_GLASS_OPERATOR: 'Gla\u0308ss@example.org' };
  expect(read({ ...whole, ...off })).toMatchObject({
    problems: [],
    passwords: { isOn: false, breakGlass: 'gl\u00e4ss@example.org' },
  });
});

test('every rule of the groups is a role in a team, or everything', () => {
  const file = join(folder, 'groups.yaml');
  const readFile = (content: string) => {
    writeFileSync(file, content);
    return read({ ...whole, DRAGOMAN_OIDC_GROUPS_FILE: file });
  };
  expect(
    readFile(
      '- { group: a, operator: true }\n- { group: b, team: Harbour, role: viewer }\n- { group: c, operator: billing }',
    ).singleSignOn?.groups,
  ).toEqual([
    // As it was before there were roles.
    { group: 'a', operator: 'full' },
    { group: 'b', team: 'Harbour', role: 'viewer' },
    { group: 'c', operator: 'billing' },
  ]);
  for (const wrong of [
    '- { group: a }',
    '- { group: a, team: Harbour }',
    '- { group: a, operator: true, team: Harbour, role: owner }',
    '- { group: a, operator: false }',
    '- { group: a, operator: owner }',
    '- { group: a, operator: full, role: owner }',
    '- { group: a, team: Harbour, role: admin }',
    '- { group: a, teams: Harbour, role: owner }',
    'groups: {}',
    '[]',
    '- {',
  ])
    expect(readFile(wrong).problems).not.toEqual([]);
  expect(read({ ...whole, DRAGOMAN_OIDC_GROUPS_FILE: join(folder, 'absent') }).problems).toHaveLength(1);
});
