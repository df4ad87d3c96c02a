import { afterEach, expect, test, vi } from 'vitest';
import type { SingleSignOnConfig } from '../../config/single-sign-on.ts';
import type { Logger } from '../../observability/logger.ts';
import { Provider } from './provider.ts';
import { answerInvalid, providerDown } from './refusals.ts';

const issuer = 'https://id.example.org';
const settings: SingleSignOnConfig = {
  issuer,
  clientId: 'dragoman',
  clientSecret: 'a secret of the client',
  name: 'Example ID',
  scopes: 'openid',
  groupsClaim: 'groups',
  redirectUrl: 'https://dragoman.example.org/sign-in/return',
  homeUrl: 'https://dragoman.example.org/sign-in',
  trustsEmail: false,
  groups: undefined,
};
const secrets = { state: 's', nonce: 'n', verifier: 'v'.repeat(43) };

afterEach(() => vi.unstubAllGlobals());

/** A provider whose metadata says this. Returns what was asked of it, and what was logged. */
function open(metadata: Record<string, string>) {
  const asked: string[] = [];
  const reasons: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string | URL) => {
    asked.push(String(url));
    const whole = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      ...metadata,
    };
    return Response.json(String(url).endsWith('/keys') ? { keys: [] } : whole);
  });
  const logger = { warn: (_: string, { reason }: { reason: unknown }) => reasons.push(reason) };
  return { provider: new Provider(settings, logger as unknown as Logger), asked, reasons };
}

test('addresses over https are used', async () => {
  const { provider, asked } = open({});
  expect(await provider.authorizationUrl(secrets)).toMatchObject({ ok: true });
  expect(await provider.readLogout(unsigned())).toBe(answerInvalid);
  expect(asked).toEqual([`${issuer}/.well-known/openid-configuration`, `${issuer}/keys`]);
});

test.each([
  'http://id.example.org/keys',
  'http://127.0.0.1/keys',
  'data:application/json,{}',
  'file:///keys',
])('keys at %s are not read, because whoever answers there could sign in as anybody', async (jwks_uri) => {
  const { provider, asked, reasons } = open({ jwks_uri });
  expect(await provider.authorizationUrl(secrets)).toBe(providerDown);
  expect(await provider.readLogout(unsigned())).toBe(providerDown);
  expect(asked).not.toContain(jwks_uri);
  expect(new Set(reasons)).toEqual(new Set(['insecure_keys']));
});

test.each(['http://id.example.org/auth', 'javascript:alert(1)', 'data:text/html,x'])(
  'nobody is sent to %s to sign in',
  async (authorization_endpoint) => {
    const { provider } = open({ authorization_endpoint });
    expect((await provider.authorizationUrl(secrets)).ok).toBe(false);
  },
);

test.each(['http://id.example.org/out', 'javascript:alert(1)'])(
  'nobody is sent to %s to sign out',
  async (end_session_endpoint) => {
    const { provider } = open({ end_session_endpoint });
    expect(await provider.signOutUrl()).toBeUndefined();
  },
);

/** Makes the provider look for the key. */
function unsigned(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256', kid: 'one' })}.${part({ iss: issuer, aud: 'dragoman' })}.AAAA`;
}
