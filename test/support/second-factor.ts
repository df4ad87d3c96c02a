/** A person with an authenticator app. */
import { setTimeout as delay } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import { type ConsoleUser, postOpen, testPassword } from './console-client.ts';

export interface Factor {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The code of the moment in which the factor was turned on, or of a step of 30 seconds before or after it. */
  code(stepsLater?: number): string;
}

const stepMs = 30_000;

export function codeOf(secret: string, stepsLater = 0, nowMs = Date.now()): string {
  return new TOTP({ secret }).generate({ timestamp: nowMs + stepsLater * stepMs });
}

/** The code of the step before is good for as long as this one lasts: if that is short, waits for the next. */
export async function stepWithTime(): Promise<void> {
  const leftMs = stepMs - (Date.now() % stepMs);
  if (leftMs < 10_000) await delay(leftMs);
}

/** Uses the code of the step before this one, so that those of this moment and the next are still good. */
export async function turnOnFactor(user: ConsoleUser): Promise<Factor> {
  const begun = await user.send<{ secret: string }>('POST', '/me/second-factor/setup', {
    password: testPassword,
  });
  if (begun.status !== 200) throw new Error(`the setup failed: ${begun.status} ${begun.body.detail}`);
  const { secret } = begun.body;
  await stepWithTime();
  const nowMs = Date.now();
  const code = (stepsLater = 0) => codeOf(secret, stepsLater, nowMs);
  const on = await user.send<{ recovery_codes: string[] }>('POST', '/me/second-factor', { code: code(-1) });
  if (on.status !== 200) throw new Error(`turning it on failed: ${on.status} ${on.body.detail}`);
  return { secret, recoveryCodes: on.body.recovery_codes, code };
}

interface Pending {
  readonly second_factor?: { readonly token: string; readonly expires_in: number };
  readonly token?: string;
}

export interface FirstStep {
  readonly password?: string;
  readonly device?: string;
}

/** The first step; throws if no second one is asked for. */
export async function startSignIn(
  consoleUrl: string,
  email: string,
  { password = testPassword, device }: FirstStep = {},
): Promise<string> {
  const { status, body } = await postOpen<Pending>(consoleUrl, '/sign-in', {
    email,
    password,
    ...(device && { device }),
  });
  if (status !== 200 || body.second_factor === undefined || body.token !== undefined)
    throw new Error(`no second factor was asked for: ${status} ${body.detail}`);
  return body.second_factor.token;
}

export function finishSignIn(consoleUrl: string, token: string, code: string, device?: string) {
  return postOpen<{ token: string; device: string }>(consoleUrl, '/sign-in/code', {
    pending_token: token,
    code,
    ...(device && { device }),
  });
}
