/** A lean HTTP client: on two cores, what the load generator burns is missing to what it measures. */
import { Agent, type RequestOptions, request } from 'node:http';
import { text as readAll } from 'node:stream/consumers';

export interface HttpClient {
  send(options: Pick<RequestOptions, 'method' | 'path' | 'headers'>, body?: string): Promise<string>;
  close(): void;
}

export function openHttpClient(port: number, connections: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    send(options, body) {
      return new Promise((resolve, reject) => {
        const call = request({ host: '127.0.0.1', port, agent, ...options }, async (response) => {
          const answer = await readAll(response);
          if (response.statusCode === 200) resolve(answer);
          else reject(new Error(`${options.path} was answered ${response.statusCode}: ${answer}`));
        });
        call.on('error', reject);
        call.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
