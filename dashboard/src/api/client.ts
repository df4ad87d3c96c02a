/** The console's API, with types that are made from its routes. */
import createClient from 'openapi-fetch';
import type { paths } from './schema.d.ts';
import { forgetToken, readToken } from './session-token.ts';

export const client = createClient<paths>({ baseUrl: '/' });

let onSignedOut = () => {};

/** What happens when the server says that the session is over. */
export function whenSignedOut(callback: () => void): void {
  onSignedOut = callback;
}

client.use({
  onRequest({ request }) {
    const token = readToken();
    if (token !== null) request.headers.set('authorization', `Bearer ${token}`);
    return request;
  },
  onResponse({ response }) {
    if (response.status !== 401 || readToken() === null) return;
    forgetToken();
    onSignedOut();
  },
});

/** A refusal of the server, in its own words: they say what to do next. */
export class Refusal extends Error {
  readonly code: string;
  readonly requestId: string | null;

  constructor(code: string, detail: string, requestId: string | null) {
    super(detail);
    this.code = code;
    this.requestId = requestId;
  }
}

interface Answer<Data> {
  data?: Data;
  error?: { code: string; detail: string };
  response: Response;
}

/** What was answered; throws a refusal. */
export async function answered<Data>(asked: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await asked.catch(() => {
    throw new Refusal(
      'unreachable',
      'The server can not be reached. Check your connection, then try again.',
      null,
    );
  });
  if (error !== undefined) throw new Refusal(error.code, error.detail, response.headers.get('x-request-id'));
  return data as NonNullable<Data>;
}
