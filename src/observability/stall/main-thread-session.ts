/**
 * Reads the main thread's stack through the inspector protocol, without a port. V8 interrupts running
 * JavaScript for it, even inside a regular expression or JSON.parse; only native code that never returns does
 * not respond.
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

  /** Returns the stack, innermost first, or undefined after the time-out. The main thread stays paused. */
  pause(timeoutMs: number): Promise<string[] | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), timeoutMs);
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

  /** Resumes the main thread. */
  close(): void {
    this.#session.disconnect();
  }
}
