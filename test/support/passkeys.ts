/** A person with passkeys, as a page of the console calls its API. */
import { type ConsoleUser, postOpen, testPassword } from './console-client.ts';
import type {
  CreationOptions,
  Lie,
  RequestOptions,
  SoftwareAuthenticator,
} from './software-authenticator.ts';

export const passkeysPath = '/me/second-factor/passkeys';

export interface FactorState {
  readonly is_on: boolean;
  readonly has_app: boolean;
  readonly recovery_codes_left: number | null;
  readonly passkey_origin: string | null;
  readonly passkeys: readonly {
    readonly id: string;
    readonly name: string;
    readonly created_at: string;
    readonly last_used_at: string | null;
    readonly works_here: boolean;
  }[];
}

export const factorOf = async (user: ConsoleUser) => (await user.get<FactorState>('/me/second-factor')).body;

export function beginPasskey(user: ConsoleUser, answer: object = {}) {
  const body = { password: testPassword, ...answer };
  return user.send<{ options: CreationOptions; origin: string }>('POST', `${passkeysPath}/setup`, body);
}

export function sendPasskey(user: ConsoleUser, passkey: object, name = 'Laptop') {
  return user.send<{ id: string; recovery_codes: string[] | null }>('POST', passkeysPath, { name, passkey });
}

/** Returns its ID, and recovery codes if it is the first factor. `answer`: of the factor that is already on. */
export async function addPasskey(
  user: ConsoleUser,
  authenticator: SoftwareAuthenticator,
  { name = 'Laptop', answer = {} }: { readonly name?: string; readonly answer?: object } = {},
): Promise<{ id: string; recovery_codes: string[] | null }> {
  const begun = await beginPasskey(user, answer);
  if (begun.status !== 200) throw new Error(`no passkey may be added: ${begun.status} ${begun.body.detail}`);
  const added = await sendPasskey(user, authenticator.create(begun.body.options), name);
  if (added.status !== 200) throw new Error(`the passkey was refused: ${added.status} ${added.body.detail}`);
  return added.body;
}

/** What the browser is asked in a session. */
export async function questionIn(user: ConsoleUser): Promise<RequestOptions> {
  const { status, body } = await user.send<{ options: RequestOptions }>('POST', '/me/second-factor/question');
  if (status !== 200) throw new Error(`no passkey is asked for: ${status} ${body.detail}`);
  return body.options;
}

export async function answerIn(user: ConsoleUser, authenticator: SoftwareAuthenticator, lie: Lie = {}) {
  return { passkey: authenticator.get(await questionIn(user), lie) };
}

export function askToSignIn(consoleUrl: string, pendingToken: string) {
  return postOpen<{ options: RequestOptions; origin: string }>(consoleUrl, '/sign-in/passkey', {
    pending_token: pendingToken,
  });
}

export function finishWithPasskey(consoleUrl: string, pendingToken: string, passkey: object) {
  return postOpen<{ token: string; device: string }>(consoleUrl, '/sign-in/code', {
    pending_token: pendingToken,
    passkey,
  });
}
