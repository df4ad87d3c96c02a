/** Stands in for Vault: its transit engine and the routes of a token, as its HTTP API documents them. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface VaultServer {
  readonly url: string;
  readonly token: string;
  readonly requests: string[];
  isSealed: boolean;
  isSilent: boolean;
  /** Paths below /v1/ that the token's policy does not allow. */
  denied: string[];
  /** Redirects to this address, as a standby server does. */
  activeUrl: string | undefined;
  /** Seconds; 0: the token does not expire. */
  tokenLifetime: number;
  rotateTransitKey(): void;
  encrypt(plaintext: string): string;
  close(): Promise<void>;
}

const prefix = /^vault:v(\d+):/;

export async function openVaultServer(transitKey = 'dragoman'): Promise<VaultServer> {
  const versions = [randomBytes(32)];
  const token = `hvs.${randomBytes(12).toString('hex')}`;
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const vault: VaultServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    requests: [],
    isSealed: false,
    isSilent: false,
    denied: [],
    activeUrl: undefined,
    tokenLifetime: 0,
    rotateTransitKey: () => void versions.push(randomBytes(32)),
    encrypt,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function encrypt(plaintext: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', versions.at(-1) ?? '', nonce);
    const sealed = Buffer.concat([
      nonce,
      cipher.update(plaintext, 'base64'),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
    return `vault:v${versions.length}:${sealed.toString('base64')}`;
  }

  function decrypt(ciphertext: string): string | undefined {
    const version = Number(prefix.exec(ciphertext)?.[1] ?? 0);
    const sealed = Buffer.from(ciphertext.replace(prefix, ''), 'base64');
    const key = versions[version - 1];
    if (key === undefined || sealed.length < 28) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAuthTag(
      sealed.subarray(-16),
    );
    try {
      return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('base64');
    } catch {
      return undefined;
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/^\/v1\//, '');
    vault.requests.push(`${request.method} ${path}`);
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const body = request.method === 'POST' ? ((await json(request)) as Record<string, string>) : {};
    if (vault.isSilent) return;
    if (vault.activeUrl !== undefined) {
      response.writeHead(307, { location: `${vault.activeUrl}${request.url}` }).end();
      return;
    }
    if (vault.isSealed) return send(503, { errors: ['Vault is sealed'] });
    if (request.headers['x-vault-token'] !== token || vault.denied.includes(path)) {
      return send(403, { errors: ['1 error occurred:\n\t* permission denied\n\n'] });
    }
    if (path === 'auth/token/lookup-self') {
      return send(200, { data: { ttl: vault.tokenLifetime, renewable: vault.tokenLifetime > 0 } });
    }
    if (path === 'auth/token/renew-self')
      return send(200, { auth: { lease_duration: 3_600, renewable: true } });
    const [mount, action, key] = path.split('/');
    if (mount !== 'transit' || key !== transitKey) return send(404, { errors: [] });
    if (action === 'encrypt')
      return send(200, { data: { ciphertext: encrypt(body.plaintext ?? ''), key_version: versions.length } });
    const plaintext = decrypt(body.ciphertext ?? '');
    if (plaintext === undefined) return send(400, { errors: ['invalid ciphertext: unable to decrypt'] });
    if (action === 'decrypt') return send(200, { data: { plaintext } });
    if (action === 'rewrap')
      return send(200, { data: { ciphertext: encrypt(plaintext), key_version: versions.length } });
    send(404, { errors: [] });
  }
  return vault;
}
