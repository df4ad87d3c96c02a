/**
 * The provider of single sign-on, over OpenID Connect. No message of the provider and no token is logged or stored:
 * errors are told apart by their codes.
 */
import { createRemoteJWKSet, customFetch as fetchOfKeys, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import type { SingleSignOnConfig } from '../../config/single-sign-on.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import type { Logger } from '../../observability/logger.ts';
import { fetchBounded } from './bounded-fetch.ts';
import { answerInvalid, providerDown, providerRefused, tooManyGroups } from './refusals.ts';

/** What a sign-in sends to the provider, and expects in its answer. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Who signed in, by the provider's word. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Undefined: the provider sent none, or does not vouch for it. */
  readonly email: string | undefined;
  readonly groups: ReadonlySet<string>;
  /** The provider's name for its own session. */
  readonly providerSession: string | undefined;
}

export interface ProviderLogout {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly providerSession: string | undefined;
  /** When the provider decided it. A session that began later is not meant. */
  readonly at: Date;
}

const timeoutSeconds = 10;
const clockToleranceSeconds = 60;
/** The provider's addresses and keys change seldom. An unknown key is looked up sooner, but not for every forged token. */
const metadataMs = 3_600_000;
const keyCooldownMs = 5_000;
/** A token to end sessions is sent at once. An old one is a copy. */
const longestLogoutAge = '5 minutes';
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

type Keys = ReturnType<typeof createRemoteJWKSet>;
interface Metadata {
  readonly client: oidc.Configuration;
  readonly keys: Keys;
}

export class Provider {
  readonly #settings: SingleSignOnConfig;
  readonly #logger: Logger;
  #metadata: Promise<Metadata> | undefined;
  #readAt = 0;

  constructor(settings: SingleSignOnConfig, logger: Logger) {
    this.#settings = settings;
    this.#logger = logger;
  }

  /** Where to send the browser. */
  authorizationUrl({ state, nonce, verifier }: SignInSecrets): Promise<Outcome<string>> {
    return this.#ask(async ({ client }) => {
      const modes = client.serverMetadata().response_modes_supported ?? [];
      const url = oidc.buildAuthorizationUrl(client, {
        redirect_uri: this.#settings.redirectUrl,
        scope: this.#settings.scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // A browser sends a fragment to no server, so that the code is in no log of a proxy.
        ...(modes.includes('fragment') && { response_mode: 'fragment' }),
      });
      return done(url.href);
    });
  }

  /** Exchanges the code in the provider's answer, and checks everything that came back. */
  identityOf(
    answer: Readonly<Record<string, string>>,
    { state, nonce, verifier }: SignInSecrets,
  ): Promise<Outcome<Identity>> {
    return this.#ask(async ({ client, keys }) => {
      const url = new URL(this.#settings.redirectUrl);
      url.search = new URLSearchParams(answer).toString();
      const tokens = await oidc.authorizationCodeGrant(client, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = await this.#verify(tokens.id_token ?? '', keys, client);
      const [subject, issuer] = [textOf(claims.sub), claims.iss];
      if (subject === undefined || issuer === undefined) return answerInvalid;
      const facts = await this.#withUserInfo(client, tokens.access_token, subject, claims);
      return this.#toIdentity(issuer, subject, facts);
    });
  }

  /** Where people sign out at the provider; undefined if it has no such page. */
  async signOutUrl(): Promise<string | undefined> {
    const found = await this.#ask(async ({ client }) => {
      if (client.serverMetadata().end_session_endpoint === undefined) return done(undefined);
      const { clientId, homeUrl } = this.#settings;
      // Without the ID token as a hint, which is not kept: some providers ask the person once more.
      const parameters = { client_id: clientId, post_logout_redirect_uri: homeUrl };
      return done(oidc.buildEndSessionUrl(client, parameters).href);
    });
    return found.ok ? found.value : undefined;
  }

  /** Reads the token with which the provider ends sessions. */
  readLogout(token: string): Promise<Outcome<ProviderLogout>> {
    return this.#ask(async ({ client, keys }) => {
      const claims = await this.#verify(token, keys, client, longestLogoutAge);
      const { iss: issuer, sub, sid, iat, events, nonce } = claims;
      const isLogout = typeof events === 'object' && events !== null && logoutEvent in events;
      const [subject, providerSession] = [textOf(sub), textOf(sid)];
      // A nonce tells an ID token from a token to end sessions.
      if (!isLogout || nonce !== undefined || issuer === undefined || iat === undefined) return answerInvalid;
      if (subject === undefined && providerSession === undefined) return answerInvalid;
      return done({ issuer, subject, providerSession, at: new Date(iat * 1_000) });
    });
  }

  async #verify(token: string, keys: Keys, client: oidc.Configuration, maxTokenAge?: string) {
    const { payload } = await jwtVerify(token, keys, {
      issuer: client.serverMetadata().issuer,
      audience: this.#settings.clientId,
      algorithms: [...signatures],
      clockTolerance: clockToleranceSeconds,
      ...(maxTokenAge !== undefined && { maxTokenAge }),
    });
    return payload;
  }

  /** Providers may send addresses and groups only on request. */
  async #withUserInfo(
    client: oidc.Configuration,
    accessToken: string,
    subject: string,
    claims: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { groupsClaim, groups } = this.#settings;
    const isWhole =
      claims.email !== undefined && (groups === undefined || valueAt(claims, groupsClaim) !== undefined);
    if (isWhole || client.serverMetadata().userinfo_endpoint === undefined) return claims;
    const info = await oidc.fetchUserInfo(client, accessToken, subject);
    const facts = { ...info, ...claims };
    // That an address is verified is said of the address beside it, and of no other.
    if (claims.email === undefined) return { ...facts, email_verified: info.email_verified };
    return claims.email === info.email ? facts : { ...facts, email_verified: claims.email_verified };
  }

  #toIdentity(issuer: string, subject: string, facts: Readonly<Record<string, unknown>>): Outcome<Identity> {
    const { groupsClaim, trustsEmail, groups: rules } = this.#settings;
    const groups = valueAt(facts, groupsClaim);
    // Entra ID sends a reference instead of a long list.
    const elsewhere = facts._claim_names;
    const isElsewhere = typeof elsewhere === 'object' && elsewhere !== null && groupsClaim in elsewhere;
    if (rules !== undefined && groups === undefined && isElsewhere) return tooManyGroups;
    const email = facts.email_verified === true || trustsEmail ? textOf(facts.email) : undefined;
    const names = (Array.isArray(groups) ? groups : [groups]).filter((name) => typeof name === 'string');
    return done({ issuer, subject, email, groups: new Set(names), providerSession: textOf(facts.sid) });
  }

  async #ask<T>(work: (metadata: Metadata) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    try {
      return await work(await this.#read());
    } catch (error) {
      return this.#refusalOf(error);
    }
  }

  #read(): Promise<Metadata> {
    if (this.#metadata !== undefined && performance.now() - this.#readAt < metadataMs) return this.#metadata;
    const reading = this.#discover();
    this.#metadata = reading;
    this.#readAt = performance.now();
    // Somebody else may have started over meanwhile.
    reading.catch(() => {
      if (this.#metadata === reading) this.#metadata = undefined;
    });
    return reading;
  }

  async #discover(): Promise<Metadata> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const client = await oidc.discovery(
      new URL(issuer),
      clientId,
      { client_secret: clientSecret, [oidc.clockTolerance]: clockToleranceSeconds },
      undefined,
      {
        timeout: timeoutSeconds,
        [oidc.customFetch]: fetchBounded,
        // Only for a provider on this machine; the configuration refuses others.
        execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
      },
    );
    const { jwks_uri, authorization_endpoint, token_endpoint } = client.serverMetadata();
    // Not kept: it would be believed for an hour.
    if (jwks_uri === undefined || authorization_endpoint === undefined || token_endpoint === undefined)
      throw Object.assign(new Error('the metadata of the provider lacks an address'), {
        code: 'incomplete_metadata',
      });
    // The library checks the other addresses. Whoever answers for this one decides who everybody is.
    if (issuer.startsWith('https:') && URL.parse(jwks_uri)?.protocol !== 'https:')
      throw Object.assign(new Error('the keys of the provider are not at an https address'), {
        code: 'insecure_keys',
      });
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      cooldownDuration: keyCooldownMs,
      timeoutDuration: timeoutSeconds * 1_000,
      [fetchOfKeys]: fetchBounded,
    });
    return { client, keys };
  }

  #refusalOf(error: unknown) {
    const code = codeOf(error);
    this.#logger.warn('a sign-in with the provider failed', { reason: code });
    if (error instanceof oidc.AuthorizationResponseError) return providerRefused;
    return unreachable.has(code) ? providerDown : answerInvalid;
  }
}

/** All but `none`, and those whose key is the client's secret. */
const signatures = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Of the provider, or of its configuration here: nothing that the person can change. */
const unreachable = new Set([
  'TypeError',
  'insecure_keys',
  'incomplete_metadata',
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'ERR_JWKS_TIMEOUT',
  'ERR_JWKS_INVALID',
  // The keys are not there, or not JSON.
  'ERR_JOSE_GENERIC',
  'invalid_client',
  'server_error',
  'temporarily_unavailable',
]);

/** Never the message, which may quote what the provider or the browser sent. */
function codeOf(error: unknown): string {
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError)
    return knownErrors.has(error.error) ? error.error : 'other';
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name);
}

const knownErrors = new Set([
  'access_denied',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
]);

/** `realm_access.roles` → the member `roles` of `realm_access`. A name with dots may also be a claim itself. */
function valueAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Undefined for text that Postgres would refuse, or would store like another text. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > 255) return undefined;
  return value.isWellFormed() && !/\p{Cc}/u.test(value) ? value : undefined;
}
