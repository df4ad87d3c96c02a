/** Some changes need a fresh proof of who the user is. The frame of the page listens here and asks for it. */

/** Any of these is enough: `password`, `passkey`, `code`, `recovery-code`. */
export type AskedProofs = readonly string[];

export interface IdentityQuestion {
  readonly asked: AskedProofs;
  /** False: the user does not want to. */
  readonly answer: (isConfirmed: boolean) => void;
}

let question: IdentityQuestion | undefined;
let waiting: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

/** Requests that are refused at the same time share one question. */
export function confirmIdentity(asked: AskedProofs): Promise<boolean> {
  waiting ??= new Promise<boolean>((resolve) => {
    const own: IdentityQuestion = {
      asked,
      answer: (isConfirmed) => {
        // A proof that arrives after its question was closed must not close the next one, whose requests wait for it.
        if (question !== own) return;
        waiting = undefined;
        show(undefined);
        resolve(isConfirmed);
      },
    };
    show(own);
  });
  return waiting;
}

/** The session has ended: nobody is there to confirm anything. */
export function dropQuestion(): void {
  question?.answer(false);
}

function show(next: IdentityQuestion | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}

export function listenToQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function readQuestion(): IdentityQuestion | undefined {
  return question;
}
