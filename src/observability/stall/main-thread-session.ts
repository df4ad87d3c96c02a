/**
 * Asks the main thread where it is, by the inspector's protocol and without a port. V8 interrupts running JavaScript for it,
 * also inside a regular expression or JSON.parse; only native code that never comes back does not answer.
 */
import { type Debugger, Session } from 'node:inspector';
import { describeFrame } from './describe-frame.ts';

const maxFrames = 30;

export class MainThreadSession {
  readonly #session = new Session();
  readonly #urlOfScript = new Map<string, string>();

  constructor() {
    this.#session.connectToMainThread();
    this.#session.on('Debugger.scriptParsed', ({ params }) => {
      this.#urlOfScript.set(params.scriptId, params.url);
    });
  }

  /** The stack, innermost function first; undefined when there is no answer in time. The main thread stays paused. */
  pause(patienceMs: number): Promise<string[] | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), patienceMs);
      this.#session.once('Debugger.paused', ({ params }) => {
        clearTimeout(timer);
        resolve(params.callFrames.slice(0, maxFrames).map((frame) => this.#describe(frame)));
      });
      this.#session.post('Debugger.enable');
      this.#session.post('Debugger.pause');
    });
  }

  #describe({ functionName, location }: Debugger.CallFrame): string {
    return describeFrame(functionName, this.#urlOfScript.get(location.scriptId) ?? '', location);
  }

  exitProcess(status: number): void {
    this.#session.post('Runtime.evaluate', { expression: `process.exit(${status})` });
  }

  /** Lets the main thread go on. */
  close(): void {
    this.#session.disconnect();
  }
}
