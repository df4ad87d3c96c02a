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
    const length = bodyLength(status, headers, this.#methods[0] ?? 'GET');
    if (this.#unread.length < start + length) return undefined;
    const body = this.#unread.toString('utf8', start, start + length);
    this.#unread = this.#unread.subarray(start + length);
    if (status >= 200) this.#methods.shift();
    return { status, headers, body };
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

function bodyLength(status: number, headers: ReadonlyMap<string, string>, method: string): number {
  if (status < 200 || status === 204 || status === 304 || method === 'HEAD') return 0;
  const length = headers.get('content-length');
  if (length === undefined || !/^\d+$/.test(length)) throw new Error('a response without its length');
  return Number(length);
}
