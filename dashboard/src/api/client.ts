/** Client of the console's API. Its types are generated from the routes. */
import createClient from 'openapi-fetch';
import { t } from '../lib/messages.ts';
import type { paths } from './schema.d.ts';
import { sendInSession } from './send-in-session.ts';

export const client = createClient<paths>({ baseUrl: '/', fetch: sendInSession });

/** The parameters in the path of a request, and others. */
export function at<Path, Others = unknown>(path: Path, others?: Others) {
  return { params: { path, ...others } as { path: Path } & Others };
}

/** An error answer of the server. Its detail tells the user what to do next. */
export class Refusal extends Error {
  readonly code: string;
  readonly requestId: string | null;
  /** How long the server asks to wait before another try. */
  readonly retryAfterMs: number | undefined;

  /** Whether nobody knows if the request did its work: the server, or its database, went away before the answer. */
  readonly isUnconfirmed: boolean;

  constructor(
    code: string,
    detail: string,
    requestId: string | null,
    retryAfter: string | null = null,
    isUnconfirmed = code === 'unreachable',
  ) {
    super(detail);
    this.code = code;
    this.requestId = requestId;
    this.isUnconfirmed = isUnconfirmed;
    const seconds = Number.parseInt(retryAfter ?? '', 10);
    this.retryAfterMs = Number.isNaN(seconds) ? undefined : seconds * 1_000;
  }
}

interface Answer<Data> {
  data?: Data;
  /** A text, or nothing, if a proxy answers in place of the server. */
  error?: { code: string; detail: string };
  response: Response;
}

/** Returns the data of the answer; throws a `Refusal` for an error answer or an unreachable server. */
export async function answered<Data>(asked: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await asked.catch(() => {
    throw new Refusal(
      'unreachable',
      t('The server cannot be reached. Check your connection, then try again.'),
      null,
    );
  });
  if (error !== undefined || !response.ok) {
    const { headers } = response;
    const isOfServer = typeof error?.code === 'string' && typeof error.detail === 'string';
    const { code, detail } = isOfServer ? error : unavailable();
    // A proxy answers 502 or 504 for a server that died while it worked.
    const isUnconfirmed = isOfServer ? headers.has('outcome-unknown') : response.status >= 500;
    throw new Refusal(code, detail, headers.get('x-request-id'), headers.get('retry-after'), isUnconfirmed);
  }
  return data as NonNullable<Data>;
}

function unavailable() {
  return {
    code: 'service_unavailable',
    detail: t('The server is not available now. Try again in a moment.'),
  };
}
