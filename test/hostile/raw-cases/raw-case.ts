/** A case on a raw socket: a name, bytes, and how it has to end. */
export interface RawCase {
  readonly name: string;
  /** What is sent, in packets with a pause between them. One character is one byte. */
  readonly packets: readonly string[];
  /** The statuses of the final answers, in order. */
  readonly answers: readonly number[];
  readonly isClosed: boolean;
  /** Each packet is a request of its own, and is sent when the one before it is answered. */
  readonly isInTurn?: boolean;
}

export type Ending = Pick<RawCase, 'answers' | 'isClosed'>;

/** How a case ends: one refusal and a closed connection, whatever else was sent. */
export const refused = (status = 400): Ending => ({ answers: [status], isClosed: true });

/** The first request is good, so the second one on the connection is a request of its own. */
export const bothServed = (first = 200): Ending => ({ answers: [first, 405], isClosed: false });

/** A good answer, after which the server closes. */
export const closing = (status = 200): Ending => ({ answers: [status], isClosed: true });

/** One answer, and the connection may be used again. */
export const served = (status = 200): Ending => ({ answers: [status], isClosed: false });

export const body = '{"text":["Hello"],"target_lang":"ES","source_lang":"EN"}';
export const length = `Content-Length: ${body.length}`;
export const json = 'Content-Type: application/json';

/**
 * What an attacker hides behind or inside another request. No honest request of these cases has its method,
 * so one line of the log with it is one request that should never have been one.
 */
export const smuggled = 'UNLINK /health HTTP/1.1\r\nHost: smuggled\r\n\r\n';

/** The same for connections where a second request is in order; here the log must show it. */
export const second = 'LINK /health HTTP/1.1\r\nHost: second\r\n\r\n';

/** Stands for a good key, which is put in its place when the case is sent. */
export const keyHere = '{a good key}';
export const authorization = `Authorization: Bearer ${keyHere}`;

/** A translate call with a good key and these headers. */
export function post(headers: readonly string[], content = ''): string {
  return request('POST /v1/translate HTTP/1.1', ['Host: x', authorization, ...headers], content);
}

export function request(line: string, headers: readonly string[], content = ''): string {
  return `${[line, ...headers].join('\r\n')}\r\n\r\n${content}`;
}

/** A body in one chunk. */
export function inChunks(content: string): string {
  return `${content.length.toString(16)}\r\n${content}\r\n0\r\n\r\n`;
}
