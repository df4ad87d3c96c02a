/**
 * Vault's transit engine, which decrypts the data key when a process starts. Nothing asks it afterwards, so that
 * calls do not depend on it. No message contains the token or what Vault decrypted.
 */
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { OperatorError } from '../lib/errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface VaultTransit {
  decrypt(ciphertext: string): Promise<string>;
  encrypt(plaintext: string): Promise<string>;
  /** The same key under the newest version of the transit key. */
  rewrap(ciphertext: string): Promise<string>;
  /** Never fails: a token that cannot be renewed serves until it expires. */
  renewToken(): Promise<void>;
  /** Seconds until the token expires; undefined: never. */
  tokenLifetime(): Promise<number | undefined>;
}

export function isVaultCiphertext(text: string): boolean {
  return text.startsWith('vault:');
}

interface VaultSettings {
  readonly address: string;
  readonly mount: string;
  readonly key: string;
  readonly namespace: string | undefined;
  readToken(): Promise<string>;
}

const timeoutMs = 5_000;

/** Returns undefined if Vault is not configured, or not completely. */
export function readVault(env: Environment, problems: string[]): VaultTransit | undefined {
  const text = (name: string) => env[name]?.trim() || undefined;
  const address = text('DRAGOMAN_VAULT_ADDR')?.replace(/\/+$/, '');
  if (address === undefined) return undefined;
  const key = text('DRAGOMAN_VAULT_TRANSIT_KEY');
  const token = text('DRAGOMAN_VAULT_TOKEN');
  const file = text('DRAGOMAN_VAULT_TOKEN_FILE');
  if (!isSafeAddress(address)) {
    problems.push('DRAGOMAN_VAULT_ADDR must be an https:// address, or http:// on this machine.');
    return undefined;
  }
  if (key === undefined || !/^[\w.-]+$/.test(key)) {
    problems.push('DRAGOMAN_VAULT_TRANSIT_KEY must name the key of the transit engine.');
  }
  if ((token === undefined) === (file === undefined)) {
    problems.push(
      'DRAGOMAN_VAULT_ADDR requires DRAGOMAN_VAULT_TOKEN or DRAGOMAN_VAULT_TOKEN_FILE, and not both.',
    );
  }
  const mount = text('DRAGOMAN_VAULT_TRANSIT_MOUNT') ?? 'transit';
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(mount)) {
    problems.push('DRAGOMAN_VAULT_TRANSIT_MOUNT must be the path of the transit engine, such as transit.');
  }
  return transitOf({
    address,
    mount,
    key: key ?? '',
    namespace: text('DRAGOMAN_VAULT_NAMESPACE'),
    readToken: () => (token === undefined ? readTokenFile(file ?? '') : Promise.resolve(token)),
  });
}

/** The token and the key must not cross a network in the clear. An agent on the same machine may listen without TLS. */
function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLocal = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  return protocol === 'https:' || (protocol === 'http:' && isLocal);
}

async function readTokenFile(file: string): Promise<string> {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw failure(`DRAGOMAN_VAULT_TOKEN_FILE: ${file} cannot be read (${error.code}).`, checkToken, error);
  });
  if (content.trim() === '') throw failure(`DRAGOMAN_VAULT_TOKEN_FILE: ${file} is empty.`, checkToken);
  return content.trim();
}

function transitOf(settings: VaultSettings): VaultTransit {
  const { mount, key } = settings;
  const transit = async (action: string, body: object, member: string) => {
    const answer = await ask(settings, 'POST', `${mount}/${action}/${key}`, body);
    const value = answer.data?.[member];
    if (typeof value !== 'string')
      throw failure('Vault gave an answer that is not of its transit engine.', checkAddress);
    return value;
  };
  return {
    decrypt: (ciphertext) => transit('decrypt', { ciphertext }, 'plaintext'),
    encrypt: (plaintext) => transit('encrypt', { plaintext }, 'ciphertext'),
    rewrap: (ciphertext) => transit('rewrap', { ciphertext }, 'ciphertext'),
    async renewToken() {
      await ask(settings, 'POST', 'auth/token/renew-self', {}).catch(() => undefined);
    },
    async tokenLifetime() {
      const { data } = await ask(settings, 'GET', 'auth/token/lookup-self');
      return typeof data?.ttl === 'number' && data.ttl > 0 ? data.ttl : undefined;
    },
  };
}

interface VaultAnswer {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly string[];
}

async function ask(
  settings: VaultSettings,
  method: string,
  path: string,
  body?: object,
): Promise<VaultAnswer> {
  const { address, namespace, readToken } = settings;
  const token = await readToken();
  const response = await send(new URL(`${address}/v1/${path}`), {
    method,
    headers: {
      'X-Vault-Token': token,
      'X-Vault-Request': 'true',
      'Content-Type': 'application/json',
      ...(namespace === undefined ? {} : { 'X-Vault-Namespace': namespace }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'manual',
  });
  const answer = (await response.json().catch(() => ({}))) as VaultAnswer;
  if (response.ok) return answer;
  throw refusal(response.status, path, answer.errors ?? []);
}

/** A standby server names the active one with a redirect. It must be as safe as the address that is configured. */
async function send(url: URL, request: RequestInit): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { ...request, signal });
    const location = response.headers.get('location');
    if (![301, 302, 307, 308].includes(response.status) || location === null) return response;
    const active = new URL(location, url);
    if (!isSafeAddress(active.href)) return response;
    return await fetch(active, { ...request, signal });
  } catch (error) {
    const isSlow = (error as Error).name === 'TimeoutError';
    const reason = isSlow ? `did not answer within ${timeoutMs / 1_000} s` : 'cannot be reached';
    throw failure(`Vault at ${url.origin} ${reason}.`, checkAddress, error);
  }
}

const checkAddress =
  'Check DRAGOMAN_VAULT_ADDR and that Vault runs. For its certificate, set NODE_EXTRA_CA_CERTS.';
const checkToken = 'Check DRAGOMAN_VAULT_TOKEN or DRAGOMAN_VAULT_TOKEN_FILE: docs/operate/data-key.md#vault';

/** The texts of Vault's errors name paths and policies, never the token. */
function refusal(status: number, path: string, errors: readonly string[]): OperatorError {
  const said = errors.map((error) => error.replaceAll(/\s+/g, ' ').trim()).join('; ');
  const detail = said === '' ? '' : `: ${said.slice(0, 300)}`;
  if (status === 503) {
    return failure(
      `Vault is sealed or under maintenance (503)${detail}.`,
      'Unseal it: vault operator unseal. Then start Dragoman again.',
    );
  }
  if (status === 403) {
    return failure(
      `Vault refuses its token (403)${detail}.`,
      `Create a token whose policy allows to update ${path}: docs/operate/data-key.md#vault`,
    );
  }
  if (status === 404)
    return failure(
      `Vault has nothing at ${path} (404)${detail}.`,
      'Check DRAGOMAN_VAULT_TRANSIT_MOUNT and DRAGOMAN_VAULT_TRANSIT_KEY.',
    );
  if (status === 400)
    return failure(
      `Vault cannot use the data key (400)${detail}.`,
      'Check that the ciphertext is complete, and that DRAGOMAN_VAULT_TRANSIT_KEY is the key that encrypted it.',
    );
  return failure(`Vault answered ${status}${detail}.`, checkAddress);
}

function failure(message: string, remedy: string, cause?: unknown): OperatorError {
  return new OperatorError(message, remedy, { cause });
}
