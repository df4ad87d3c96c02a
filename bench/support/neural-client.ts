/** Translates from English to German over HTTP, past the cache. */
import { timeAll } from './figures.ts';
import { openHttpClient } from './http-client.ts';

export interface NeuralClient {
  translate(texts: readonly string[]): Promise<string[]>;
  /** Milliseconds until all calls were answered, so many at a time. */
  time(calls: readonly (readonly string[])[], atOnce: number): Promise<number>;
  /** Milliseconds of each of `count` calls with one text, one after the other. */
  latencies(text: string, count: number): Promise<number[]>;
  close(): void;
}

export function openNeuralClient(port: number, key: string, connections: number): NeuralClient {
  const http = openHttpClient(port, connections);
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'cache-control': 'no-store',
  };
  const translate = async (text: readonly string[]) => {
    const body = JSON.stringify({ text, source_lang: 'EN', target_lang: 'DE' });
    const answer = await http.send({ method: 'POST', path: '/v1/translate', headers }, body);
    const { translations } = JSON.parse(answer) as { translations: { text: string }[] };
    return translations.map((translation) => translation.text);
  };
  return {
    translate,
    time: (calls, atOnce) =>
      timeAll(calls, atOnce, async (call) => {
        await translate(call);
      }),
    async latencies(text, count) {
      const times: number[] = [];
      for (let i = 0; i < count; i++) {
        const started = performance.now();
        await translate([text]);
        times.push(performance.now() - started);
      }
      return times;
    },
    close: http.close,
  };
}
