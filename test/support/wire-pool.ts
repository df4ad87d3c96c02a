/**
 * A pool of keep-alive connections that sends bytes as they are: no client library would send most of what
 * the hostile tests need to send.
 */
import { connect, type Socket } from 'node:net';
import { ResponseReader, type WireResponse } from './http-wire.ts';
import { scale } from './long-form.ts';

export interface WireRequest {
  readonly method: string;
  readonly bytes: Buffer;
  /** The client hangs up its half of the line after the bytes. */
  readonly thenEnds?: boolean;
}

export interface WireAnswer {
  /** Absent when the connection was closed, or nothing came in time. */
  readonly response: WireResponse | undefined;
  /** Interim responses (1xx) that came before it. */
  readonly interim: number;
  readonly failure?: string;
}

/** Longer than the deadline of a call, which the gate has longer (see server-process.ts). */
const answerTimeoutMs = scale(330_000, 45_000);

export class WirePool {
  readonly #port: number;
  readonly #idle: WireConnection[] = [];
  readonly #waiting: ((connection: WireConnection) => void)[] = [];
  /** Bytes that belong to no request: a second response to one of them. */
  strayBytes = 0;
  connectionsOpened = 0;

  constructor(port: number, size: number) {
    this.#port = port;
    this.#idle = Array.from({ length: size }, () => this.#newConnection());
  }

  async send(request: WireRequest): Promise<WireAnswer> {
    const free = this.#idle.pop() ?? (await this.#nextFree());
    const connection = free.isOpen ? free : this.#newConnection();
    const answer = await connection.exchange(request);
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(connection);
    else next(connection);
    return answer;
  }

  close(): void {
    for (const connection of this.#idle) connection.close();
  }

  #nextFree(): Promise<WireConnection> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #newConnection(): WireConnection {
    return new WireConnection(this.#port, {
      onOpen: () => {
        this.connectionsOpened++;
      },
      onStray: (bytes) => {
        this.strayBytes += bytes;
      },
    });
  }
}

interface ConnectionEvents {
  onOpen(): void;
  onStray(bytes: number): void;
}

class WireConnection {
  readonly #port: number;
  readonly #events: ConnectionEvents;
  readonly #reader = new ResponseReader();
  #socket: Socket | undefined;
  #settle: ((answer: WireAnswer) => void) | undefined;
  #interim = 0;
  #isClosing = false;

  constructor(port: number, events: ConnectionEvents) {
    this.#port = port;
    this.#events = events;
  }

  get isOpen(): boolean {
    return !this.#isClosing && this.#socket?.destroyed !== true;
  }

  exchange({ method, bytes, thenEnds }: WireRequest): Promise<WireAnswer> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#finish(undefined, 'no answer in time'), answerTimeoutMs);
      this.#settle = (answer) => {
        clearTimeout(timer);
        this.#settle = undefined;
        resolve(answer);
      };
      this.#interim = 0;
      this.#reader.expect(method);
      const socket = this.#open();
      socket.write(bytes);
      if (thenEnds !== true) return;
      this.#isClosing = true;
      socket.end();
    });
  }

  close(): void {
    this.#isClosing = true;
    this.#socket?.destroy();
  }

  #open(): Socket {
    if (this.#socket !== undefined) return this.#socket;
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    this.#socket = socket;
    this.#events.onOpen();
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('end', () => socket.end());
    // Whatever was sent after the server had closed: the answer, if there is one, has arrived before.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#finish(undefined, 'closed without an answer'));
    return socket;
  }

  #read(chunk: Buffer): void {
    if (this.#settle === undefined) {
      this.#events.onStray(chunk.length);
      return;
    }
    let responses: WireResponse[];
    try {
      responses = this.#reader.push(chunk);
    } catch (error) {
      this.#finish(undefined, String(error));
      return;
    }
    const final = responses.filter(({ status }) => status >= 200);
    this.#interim += responses.length - final.length;
    const [response] = final;
    if (response === undefined) return;
    if (final.length > 1 || this.#reader.hasUnreadBytes) this.#events.onStray(chunk.length);
    this.#finish(response);
  }

  #finish(response: WireResponse | undefined, failure?: string): void {
    if (response === undefined || response.headers.get('connection') === 'close') this.#isClosing = true;
    if (response === undefined) this.#socket?.destroy();
    this.#settle?.({ response, interim: this.#interim, ...(failure !== undefined && { failure }) });
  }
}
