/**
 * Gets new tokens for the session of this browser. Tabs need no lock: a server that is asked twice with the same refresh
 * token gives the same answer, and every tab reads what is stored before it asks, and again before it stores.
 */
import type { paths } from './schema.d.ts';
import { type BrowserSession, keepSession, readSession } from './session-token.ts';

/** `unreachable`: nobody knows yet. The tokens stay, and the next request tries again. */
export type Renewal = 'renewed' | 'ended' | 'unreachable';

type Renewed = paths['/api/sessions/renew']['post']['responses']['200']['content']['application/json'];

const answerTimeoutMs = 20_000;
/** Early enough for a second try if an answer is lost. */
const earlySeconds = 60;

/** The clock of this computer only measures how long ago the answer came, so it may be wrong. */
export function renewalOf({
  refresh_token,
  token_expires_in,
}: Pick<Renewed, 'refresh_token' | 'token_expires_in'>) {
  return { refreshToken: refresh_token, dueAt: Date.now() + (token_expires_in - earlySeconds) * 1_000 };
}

export function isRenewalDue(): boolean {
  const renewal = readSession()?.renewal;
  return renewal != null && Date.now() >= renewal.dueAt;
}

let running: Promise<Renewal> | undefined;

/** Requests of this tab that need it at the same time share one. */
export function renewSession(): Promise<Renewal> {
  running ??= renew().finally(() => {
    running = undefined;
  });
  return running;
}

async function renew(): Promise<Renewal> {
  const before = readSession();
  if (before?.renewal == null) return 'ended';
  const { refreshToken } = before.renewal;
  const answer = await ask(refreshToken);
  const now = readSession();
  if (now === null) return 'ended';
  // Another tab was faster, or somebody else signed in: an answer that is late must not replace what is newer.
  if (now.renewal?.refreshToken !== refreshToken) return 'renewed';
  if (answer === 'ended' || answer === 'unreachable') return answer;
  keepSession(renewed(before, answer));
  return 'renewed';
}

function renewed(before: BrowserSession, answer: Renewed): BrowserSession {
  return { user: before.user, token: answer.token, renewal: renewalOf(answer) };
}

async function ask(refreshToken: string): Promise<Renewed | 'ended' | 'unreachable'> {
  try {
    const response = await fetch('/api/sessions/renew', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: refreshToken }),
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    if (response.status === 401) return 'ended';
    return response.ok ? ((await response.json()) as Renewed) : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
