/** Sends hostile requests in batches, judges every answer, and keeps the figures. */
import type pg from 'pg';
import type { WirePool } from '../support/wire-pool.ts';
import { type CountedCall, findMiscounted } from './character-audit.ts';
import { checkAnswer } from './check-answer.ts';
import { describeRequest, expectationOf, type HostileRequest, toWire } from './hostile-request.ts';

export interface Campaign {
  readonly sent: number;
  readonly byStatus: ReadonlyMap<string, number>;
  readonly charactersChecked: number;
  /** What was wrong with the answers to these requests; empty when nothing was. */
  send(requests: readonly HostileRequest[]): Promise<string[]>;
}

export function startCampaign(pool: WirePool, postgres: pg.Client): Campaign {
  const byStatus = new Map<string, number>();
  let sent = 0;
  let charactersChecked = 0;

  const judge = async (request: HostileRequest): Promise<{ faults: string[]; call?: CountedCall }> => {
    const { response, failure } = await pool.send(toWire(request));
    sent++;
    const status = String(response?.status ?? failure);
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    if (response === undefined) return { faults: [`${failure}: ${describeRequest(request)}`] };
    const { faults, characters } = checkAnswer(response, expectationOf(request));
    return {
      faults: faults.map((fault) => `${fault}: ${describeRequest(request)}`),
      ...(characters !== undefined && { call: { characters, texts: request.texts ?? [] } }),
    };
  };

  return {
    get sent() {
      return sent;
    },
    get charactersChecked() {
      return charactersChecked;
    },
    byStatus,
    async send(requests) {
      const verdicts = await Promise.all(requests.map(judge));
      const calls = verdicts.flatMap(({ call }) => call ?? []);
      const miscounted = calls.length === 0 ? [] : await findMiscounted(postgres, calls);
      charactersChecked += calls.reduce((sum, { characters }) => sum + characters, 0);
      return [
        ...verdicts.flatMap(({ faults }) => faults),
        ...miscounted.map((i) => `Postgres counts other characters than ${calls[i]?.characters}`),
      ];
    },
  };
}
