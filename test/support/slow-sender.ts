/** A client that announces a body and sends as much of it as it is told to. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface SlowSender {
  readonly socket: Socket;
  /** Undefined while nothing was answered. */
  status(): number | undefined;
  /** Everything that was answered so far. */
  heard(): string;
  /** Resolves when the bytes are with the operating system, or the connection is gone. */
  send(bytes: Buffer | string): Promise<void>;
}

interface Announcement {
  readonly path: string;
  readonly token: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly method?: string;
}

export async function openSender(url: string, announcement: Announcement): Promise<SlowSender> {
  const { path, token, contentType, bytes, method = 'POST' } = announcement;
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', noDelay: true });
  let heard = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    heard += chunk;
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: ${contentType}\r\nContent-Length: ${bytes}\r\n\r\n`,
  );
  return {
    socket,
    heard: () => heard,
    status: () => (heard === '' ? undefined : Number(heard.split(' ', 2)[1])),
    send: (more) =>
      new Promise((resolve) => {
        if (socket.destroyed) resolve();
        else socket.once('close', resolve).write(more, () => resolve(void socket.off('close', resolve)));
      }),
  };
}

const boundary = 'between-the-parts';
export const formContentType = `multipart/form-data; boundary=${boundary}`;

/** The part of a form before the bytes of its file, about 250 bytes, and the part after them. */
export function formAround(fileName: string): { head: string; tail: string } {
  const member = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
  return { head: member('target_lang', 'EO') + file, tail: `\r\n--${boundary}--\r\n` };
}
