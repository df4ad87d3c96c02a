/** A real OpenID provider (`oidc-provider`) on a port of its own, where the person whom the test names signs in at once. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

export interface Person {
  readonly sub: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

export const clientId = 'dragoman';
export const clientSecret = 'a secret of the client, long enough';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;
export type OidcServer = Awaited<ReturnType<typeof startOidcServer>>;

export async function startOidcServer(redirectUrl: string, logoutUrl?: string) {
  let person: Person = { sub: 'nobody', claims: {} };
  let key = await newKey();
  let alter: ((tokens: Record<string, unknown>) => Promise<Record<string, unknown>>) | undefined;
  let state: 'up' | 'down' | 'frozen' = 'up';
  const instead = new Map<string, Handler>();
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let provider = create();

  function create(): Provider {
    return new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [redirectUrl],
          post_logout_redirect_uris: [new URL('/sign-in', redirectUrl).href],
          ...(logoutUrl && { backchannel_logout_uri: logoutUrl, backchannel_logout_session_required: true }),
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ['a key of the test'] },
      claims: {
        openid: ['sub', 'sid'],
        email: ['email', 'email_verified'],
        profile: ['groups', 'realm_access'],
      },
      conformIdTokenClaims: false,
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: { enabled: true },
        backchannelLogout: { enabled: true },
      },
      findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...person.claims }) }),
    });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (state === 'frozen') return;
    if (state === 'down') return void response.destroy();
    const other = instead.get(request.url ?? '');
    if (other !== undefined) return void other(request, response);
    if (request.url?.startsWith('/interaction/')) return signInAtOnce(request, response);
    if (request.url === '/token' && alter !== undefined) return serveAltered(request, response, alter);
    await provider.callback()(request, response);
  }

  /** What a person does on the provider's pages. */
  async function signInAtOnce(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    const login = { accountId: person.sub };
    if (prompt.name === 'login') return provider.interactionFinished(request, response, { login });
    const grant = new provider.Grant({
      accountId: session?.accountId ?? person.sub,
      clientId: String(params.client_id),
    });
    grant.addOIDCScope(String(params.scope));
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }

  async function serveAltered(
    request: IncomingMessage,
    response: ServerResponse,
    change: NonNullable<typeof alter>,
  ): Promise<void> {
    const end = response.end.bind(response);
    response.setHeader('connection', 'close');
    response.end = ((body?: unknown) => {
      void (async () => {
        const changed = JSON.stringify(await change(JSON.parse(String(body))));
        response.setHeader('content-length', Buffer.byteLength(changed));
        end(changed);
      })();
      return response;
    }) as typeof response.end;
    await provider.callback()(request, response);
  }

  return {
    issuer,
    dropConnections: async () => server.closeAllConnections(),
    stop: () => new Promise<void>((closed) => server.close(() => closed()).closeAllConnections()),
    setPerson: (next: Person) => {
      person = next;
    },
    /** `frozen`: it accepts connections and never answers. */
    setState: (next: typeof state) => {
      state = next;
    },
    /** What these paths answer instead. */
    replace: (paths: Readonly<Record<string, Handler>>) => {
      instead.clear();
      for (const [path, handler] of Object.entries(paths)) instead.set(path, handler);
    },
    /** Changes what the token endpoint answers. */
    alterTokens: (change: typeof alter) => {
      alter = change;
    },
    /** Replaces the signing key. The old one is not published any longer. */
    rotateKey: async () => {
      key = await newKey();
      provider = create();
    },
    /** Signs claims as the provider does, or with another key. */
    sign: async (claims: Record<string, unknown>, header: { typ?: string; key?: JWK } = {}) => {
      const signing = header.key ?? key;
      return new SignJWT(claims)
        .setProtectedHeader({
          alg: 'RS256',
          kid: String(signing.kid),
          ...(header.typ && { typ: header.typ }),
        })
        .sign(await importJWK(signing, 'RS256'));
    },
  };
}

export async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, alg: 'RS256', use: 'sig', kid: await calculateJwkThumbprint(jwk) };
}

/** A browser at the provider: follows redirects with cookies, and returns what the provider sends back to the console. */
export function providerBrowser(redirectUrl: string) {
  const cookies = new Map<string, string>();
  return async (start: string): Promise<Record<string, string>> => {
    for (let url = start, hops = 0; hops < 12; hops++) {
      if (url.startsWith(redirectUrl)) return Object.fromEntries(answerIn(new URL(url)));
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      const next = response.headers.get('location');
      if (next === null)
        throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
      url = new URL(next, url).href;
    }
    throw new Error('the provider redirects for ever');
  };
}

function answerIn({ hash, search }: URL): URLSearchParams {
  return new URLSearchParams(hash === '' ? search : hash.slice(1));
}
