/** Debian's own Apertium server, for comparison: one text a call, because it takes no arrays. */
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';
import { type HttpClient, openHttpClient } from './http-client.ts';

export interface Apy {
  translate(text: string): Promise<string>;
  close(): Promise<void>;
}

export async function openApy(pipelinesPerPair: number, connections: number): Promise<Apy> {
  const port = await freePort();
  const child = spawn(
    'apertium-apy',
    [
      ...['--port', String(port), '--max-pipes-per-pair', String(pipelinesPerPair)],
      // A second pipeline from the second concurrent call on: the most that it can do with two.
      ...['--max-users-per-pipe', '1', '--verbosity', '0', '/usr/share/apertium/modes'],
    ],
    { detached: true, stdio: 'ignore' },
  );
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  child.on('error', () => undefined);
  if (child.pid === undefined) throw new Error('There is no apertium-apy. Run: apt-get install apertium-apy');
  const client = openHttpClient(port, connections);
  const group = -child.pid;
  await waitUntilListening(client);
  return {
    async translate(text) {
      const query = new URLSearchParams({ langpair: 'eng|spa', q: text, markUnknown: 'no' });
      const answer = await client.send({ method: 'GET', path: `/translate?${query}` });
      return (JSON.parse(answer) as { responseData: { translatedText: string } }).responseData.translatedText;
    },
    async close() {
      client.close();
      process.kill(group, 'SIGKILL');
      await exited;
    },
  };
}

async function waitUntilListening(client: HttpClient): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const listens = await client.send({ method: 'GET', path: '/listPairs' }).then(
      () => true,
      () => false,
    );
    if (listens) return;
    await delay(100);
  }
  throw new Error('apertium-apy did not start within 10 s.');
}
