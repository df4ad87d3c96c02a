/** Reads HTTP/1.1 responses from bytes, strictly: what a client library would forgive is an error here. */
export interface WireResponse {
  readonly status: number;
  /** Names in lower case; a repeated header is joined with ", ". */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const endOfHead = Buffer.from('\r\n\r\n');

export class ResponseReader {
  /** The methods of the requests sent, oldest first: the answer to HEAD has no body. */
  readonly #methods: string[];
  #unread: Buffer = Buffer.alloc(0);

  constructor(methods: string[] = []) {
    this.#methods = methods;
  }

  get hasUnreadBytes(): boolean {
    return this.#unread.length > 0;
  }

  expect(method: string): void {
    this.#methods.push(method);
  }

  /** Takes bytes and returns the responses that are whole now. */
  push(chunk: Buffer): WireResponse[] {
    this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
    const whole: WireResponse[] = [];
    for (let next = this.#take(); next !== undefined; next = this.#take()) whole.push(next);
    return whole;
  }

  #take(): WireResponse | undefined {
    const end = this.#unread.indexOf(endOfHead);
    if (end === -1) return undefined;
    const { status, headers } = readHead(this.#unread.toString('latin1', 0, end));
    const start = end + endOfHead.length;
    const rest = this.#unread.subarray(start);
    const content = hasBody(status, this.#methods[0]) ? readContent(headers, rest) : { body: '', length: 0 };
    if (content === undefined) return undefined;
    this.#unread = rest.subarray(content.length);
    if (status >= 200) this.#methods.shift();
    return { status, headers, body: content.body };
  }
}

function readHead(head: string): { status: number; headers: Map<string, string> } {
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]+$/.exec(statusLine)?.[1];
  if (status === undefined) throw new Error(`not a status line: ${JSON.stringify(statusLine)}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+): ?([\t\x20-\x7e]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`not a header: ${JSON.stringify(line)}`);
    const known = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`);
  }
  return { status: Number(status), headers };
}

function hasBody(status: number, method = 'GET'): boolean {
  return status >= 200 && status !== 204 && status !== 304 && method !== 'HEAD';
}

/** The body and how many bytes it took on the wire; nothing while some of it is missing. */
type Content = { body: string; length: number } | undefined;

function readContent(headers: ReadonlyMap<string, string>, bytes: Buffer): Content {
  const length = headers.get('content-length');
  const coding = headers.get('transfer-encoding');
  if ((coding === undefined) === (length === undefined)) throw new Error('a response without its one length');
  if (coding !== undefined) return coding === 'chunked' ? readChunks(bytes) : fail('another coding');
  if (length === undefined || !/^\d+$/.test(length)) return fail('an invalid length');
  const size = Number(length);
  return bytes.length < size ? undefined : { body: bytes.toString('utf8', 0, size), length: size };
}

function readChunks(bytes: Buffer): Content {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const line = bytes.toString('latin1', at, lineEnd);
    if (!/^[\da-f]+$/i.test(line)) return fail('a chunk without its size');
    const size = Number.parseInt(line, 16);
    const end = lineEnd + 2 + size;
    if (bytes.length < end + 2) return undefined;
    if (bytes.toString('latin1', end, end + 2) !== '\r\n') return fail('a chunk that does not end');
    if (size === 0) return { body: Buffer.concat(chunks).toString('utf8'), length: end + 2 };
    chunks.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

function fail(what: string): never {
  throw new Error(`a response with ${what}`);
}
