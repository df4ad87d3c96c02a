/** The HTTP calls of the tests: plain fetch, nothing of the server's own code. */
export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface TranslateAnswer {
  translations: { text: string; detected_source_language: string }[];
  characters: number;
  warnings?: { code: string; detail: string }[];
}

export interface ProblemAnswer {
  code: string;
  detail: string;
  /** Only on the compatibility paths. */
  message?: string;
}

/** What a problem tells people: the compatibility paths have it in `message`. */
export function explanationOf({ message, detail }: ProblemAnswer): string {
  return message ?? detail;
}

export async function call<T>(url: string, init: RequestInit = {}): Promise<Answer<T>> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isCsv = response.headers.get('content-type')?.startsWith('text/csv') === true;
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? undefined : isCsv ? text : JSON.parse(text)) as T,
  };
}

export function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}

export async function translate<T = TranslateAnswer>(
  url: string,
  key: string,
  body: unknown,
): Promise<Answer<T>> {
  return post<T>(`${url}/v1/translate`, bearer(key), JSON.stringify(body));
}

export async function post<T>(
  url: string,
  headers: Record<string, string>,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Answer<T>> {
  return call<T>(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
}
