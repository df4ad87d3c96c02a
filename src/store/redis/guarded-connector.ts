/**
 * Opens the sockets to Redis and listens for their errors as long as they exist. ioredis listens only for the
 * first one, but a TLS socket can report several: one of the certificate and then an alert that was sent
 * during the handshake, or an alert and then what fails because of it. Without a listener, the second one
 * would end the process.
 */
import { StandaloneConnector } from 'ioredis/built/connectors/index.js';

type Settings = ConstructorParameters<typeof StandaloneConnector>[0];
type Connect = StandaloneConnector['connect'];

export class GuardedConnector extends StandaloneConnector {
  /** `ioredis` passes the options of its client, whose type it does not state. */
  constructor(options: unknown) {
    super(options as Settings);
  }

  override async connect(...args: Parameters<Connect>): ReturnType<Connect> {
    const stream = await super.connect(...args);
    // An alert after the handshake leaves the socket open, although nothing can be sent on it any longer.
    stream.on('error', () => stream.destroy());
    return stream;
  }
}
