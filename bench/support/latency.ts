/** Requests one after the other on a few kept-alive connections, and how long each took. */
import { Agent, request } from 'node:http';

export interface TimedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
}

export class TimedClient {
  readonly #agent: Agent;
  readonly #url: string;
  readonly #connections: number;

  constructor(url: string, connections: number) {
    this.#url = url;
    this.#connections = connections;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Milliseconds of each of `count` requests, `connections` at a time. Fails on an unexpected status. */
  async run(count: number, next: () => TimedRequest, expectedStatus: number): Promise<number[]> {
    const times: number[] = [];
    let left = count;
    const worker = async () => {
      while (left-- > 0) {
        const started = performance.now();
        const status = await this.#send(next());
        times.push(performance.now() - started);
        if (status !== expectedStatus) throw new Error(`expected ${expectedStatus}, got ${status}`);
      }
    };
    await Promise.all(Array.from({ length: this.#connections }, worker));
    return times;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send({ method, path, headers }: TimedRequest): Promise<number> {
    return new Promise((resolve, reject) => {
      const sent = request(this.#url + path, { method, headers, agent: this.#agent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      sent.on('error', reject).end();
    });
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
