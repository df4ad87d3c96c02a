/** One HTTP exchange with nothing added: the path as it is written, a body with any method, only these headers. */
import { Agent, request as httpRequest } from 'node:http';

export interface WireCall {
  readonly method?: string;
  readonly path: string;
  /** A list is a header that is sent several times. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
}

export interface WireAnswer<T> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: T;
}

export function exchange<T>(url: string, call: WireCall): Promise<WireAnswer<T>> {
  const { hostname, port } = new URL(url);
  const { method = 'POST', path, headers = {}, body } = call;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const agent = new Agent();
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { agent, hostname, port, method, path, headers: { ...length, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: (text === '' ? undefined : JSON.parse(text)) as T,
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

export interface CompatTranslateAnswer {
  translations: {
    text: string;
    detected_source_language: string;
    billed_characters: number;
    model_type_used?: string;
    tag_handling_version?: string;
  }[];
  characters: number;
  billed_characters: number;
  warnings?: { code: string; detail: string }[];
}

export interface CompatProblem {
  code: string;
  detail: string;
  message: string;
}

export function libraryKey(key: string): Record<string, string> {
  return { authorization: `DeepL-Auth-Key ${key}` };
}

export const formType = 'application/x-www-form-urlencoded';

/** The default of Java's HTTP client. */
export const htmlFirst = { accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' };

/** A form as a library writes it: every text is a member of its own. */
export function form(members: object): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) {
    for (const each of Array.isArray(value) ? value : [value]) written.append(name, String(each));
  }
  return written.toString();
}
