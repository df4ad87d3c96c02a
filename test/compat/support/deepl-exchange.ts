/** Calls of operations of the DeepL API, by their names in docs/call/deepl-operations.json, and what was answered. */
import { setTimeout as delay } from 'node:timers/promises';

export interface Exchange {
  /** As in docs/call/deepl-operations.json. */
  readonly operation: string;
  readonly requestType: string | undefined;
  /** The members of the body, with the types that DeepL documents. */
  readonly members: Readonly<Record<string, unknown>> | undefined;
  readonly query: Readonly<Record<string, string>>;
  readonly status: number;
  readonly answerType: string;
  readonly traceId: string | null;
  /** JSON is parsed; anything else is a string. */
  readonly answer: unknown;
}

interface DocumentHandle {
  readonly ids: { readonly document_id: string };
  readonly json: { readonly document_key: string };
}

type FormValue = string | number | boolean | string[];

interface Sent {
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly form?: Readonly<Record<string, FormValue>>;
  readonly file?: string;
  readonly accept?: string;
}

function bodyOf({ json, form, file }: Sent): { type?: string; body?: string | URLSearchParams | FormData } {
  if (json !== undefined) return { type: 'application/json', body: JSON.stringify(json) };
  if (form === undefined) return {};
  const pairs = Object.entries(form).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  if (file === undefined)
    return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(pairs) };
  const body = new FormData();
  for (const [name, value] of pairs) body.append(name, value);
  body.append('file', new Blob([file]), 'letter.txt');
  return { type: 'multipart/form-data', body };
}

export class DeeplExchanges {
  readonly all: Exchange[] = [];
  readonly #url: string;
  readonly key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.key = key;
  }

  async send(operation: string, sent: Sent = {}): Promise<Exchange> {
    const [method = '', path = ''] = operation.split(' ');
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => sent.ids?.[name] ?? name);
    const { type, body } = bodyOf(sent);
    const response = await fetch(`${this.#url}${filled}?${new URLSearchParams(sent.query)}`, {
      method,
      headers: {
        authorization: `DeepL-Auth-Key ${this.key}`,
        ...(type === 'application/json' && { 'content-type': type }),
        ...(sent.accept !== undefined && { accept: sent.accept }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const answerType = response.headers.get('content-type')?.split(';')[0] ?? '';
    const exchange = {
      operation,
      requestType: type,
      members: sent.json ?? (sent.form && { ...sent.form, ...(sent.file && { file: sent.file }) }),
      query: sent.query ?? {},
      status: response.status,
      answerType,
      traceId: response.headers.get('x-trace-id'),
      answer: answerType === 'application/json' ? (JSON.parse(text) as unknown) : text,
    };
    this.all.push(exchange);
    return exchange;
  }

  /** The value of a member of the answer, such as an id. */
  async sendFor(member: string, operation: string, sent: Sent): Promise<string> {
    const { answer } = await this.send(operation, sent);
    return String((answer as Record<string, unknown>)[member]);
  }

  /** Asks for the status of a document until it is final. */
  async untilEnded(form: Readonly<Record<string, FormValue>>, file: string): Promise<DocumentHandle> {
    const { answer } = await this.send('POST /v2/document', { form, file });
    const { document_id, document_key } = answer as Record<string, string>;
    const handle = { ids: { document_id: document_id ?? '' }, json: { document_key: document_key ?? '' } };
    const status = () => this.sendFor('status', 'POST /v2/document/{document_id}', handle);
    while (!['done', 'error', 'undefined'].includes(await status())) await delay(100);
    return handle;
  }
}
