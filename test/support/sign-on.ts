/** A server with single sign-on, its provider, and people whose ID tokens say whatever a test wants. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { postOpen } from './console-client.ts';
import { clientId, clientSecret, providerBrowser, startOidcServer } from './oidc-server.ts';
import { openServer } from './server-process.ts';

export type Claims = Readonly<Record<string, unknown>>;
const consoleUrl = 'https://dragoman.example.org';
const redirectUrl = `${consoleUrl}/sign-in/return`;

export async function openSignOn(databaseUrl: string, rules: readonly string[]) {
  const idp = await startOidcServer(redirectUrl);
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-sign-on-'));
  const groups = join(folder, 'groups.yaml');
  await writeFile(groups, rules.join('\n'));
  const env = {
    DATABASE_URL: databaseUrl,
    DRAGOMAN_CONSOLE_URL: consoleUrl,
    DRAGOMAN_OIDC_ISSUER: idp.issuer,
    DRAGOMAN_OIDC_CLIENT_ID: clientId,
    DRAGOMAN_OIDC_CLIENT_SECRET: clientSecret,
    DRAGOMAN_OIDC_GROUPS_FILE: groups,
    DRAGOMAN_BREAK_GLASS_OPERATOR: 'glass@example.org',
    DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND: '0',
  };
  const server = await openServer(env);
  const claimsOf = new Map<string, Claims>();
  idp.alterTokens(async (tokens) => {
    const claims = decodeJwt(String(tokens.id_token));
    return { ...tokens, id_token: await idp.sign({ ...claims, ...claimsOf.get(String(claims.sub)) }) };
  });

  const start = (at = server) =>
    postOpen<{ url: string; secret: string }>(at.consoleUrl, '/sign-in/provider', {});
  /** Everything up to the last request, which is returned. */
  async function leave(claims: Claims, at = server) {
    const name = `person${claimsOf.size}`;
    const usual = { email: `${name}@example.org`, email_verified: true, groups: ['harbour'] };
    claimsOf.set(name, { ...usual, ...claims });
    idp.setPerson({ sub: name, claims: {} });
    const { body } = await start(at);
    const answer = await providerBrowser(redirectUrl)(body.url);
    return () =>
      postOpen<{ user_id: string; token: string }>(at.consoleUrl, '/sign-in/provider/finish', {
        secret: body.secret,
        answer,
      });
  }

  return {
    idp,
    server,
    start,
    leave,
    enter: async (claims: Claims, at = server) => (await leave(claims, at))(),
    openAnother: () => openServer(env),
    async stop() {
      await server.stop();
      await idp.stop();
      await rm(folder, { recursive: true });
    },
  };
}
