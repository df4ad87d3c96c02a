/** A TLS server that sends an alert, or any other bytes, at a chosen moment of a connection. */
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Certificates, TlsServer } from './tls-servers.ts';

/** In plain text. Whoever has keys already cannot read it, which is an error as fatal as the alert itself. */
export const fatalAlert = Buffer.from('15030300020232', 'hex');

export class HostileConnection {
  readonly raw: Socket;
  /** What the client receives of it is encrypted. */
  readonly secure: TLSSocket;
  #appended: Buffer | undefined;

  constructor(raw: Socket, secureContext: ReturnType<typeof createSecureContext>) {
    const wire = new Duplex({
      read() {},
      write: (bytes: Buffer, _encoding, done) => {
        this.#send(bytes);
        done();
      },
    });
    raw.on('data', (bytes) => wire.push(bytes));
    raw.on('end', () => wire.push(null));
    raw.on('error', () => wire.destroy());
    this.raw = raw;
    this.secure = new TLSSocket(wire, { isServer: true, secureContext });
    this.secure.on('error', () => undefined);
  }

  /** In one segment with what is encrypted next: the client reads both without a pause between them. */
  append(bytes: Buffer): void {
    this.#appended = bytes;
  }

  #send(bytes: Buffer): void {
    if (this.raw.destroyed) return;
    this.raw.write(this.#appended === undefined ? bytes : Buffer.concat([bytes, this.#appended]));
    this.#appended = undefined;
  }
}

export async function startHostileTls(
  certificates: Certificates,
  onConnection: (connection: HostileConnection) => void,
  /** What a client says and hears in plain text before TLS begins. */
  prelude: (raw: Socket) => Promise<void> = async () => undefined,
): Promise<TlsServer> {
  const context = createSecureContext({
    cert: readFileSync(certificates.certificate),
    key: readFileSync(certificates.key),
  });
  const open = new Set<Socket>();
  const server = createServer((raw) => {
    open.add(raw);
    raw.on('error', () => undefined).once('close', () => open.delete(raw));
    void prelude(raw).then(() => onConnection(new HostileConnection(raw, context)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const raw of open) raw.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
