/**
 * Keys that are made, used and revoked over HTTP, one after the other, while whatever happens to the servers happens. Each
 * step is repeated until it is acknowledged. A key whose revocation was acknowledged is tried again for as long as this runs.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { bearer, call, post } from '../../support/api-client.ts';
import type { SeededRandom } from '../../support/seeded-random.ts';
import { saysCharged, send } from '../../support/translate-client.ts';

export interface KeyLivesOptions {
  readonly random: SeededRandom;
  /** A key that makes keys. */
  readonly key: string;
  readonly pickUrl: () => string;
}

interface LivingKey {
  readonly id: string;
  readonly key: string;
}

const pauseMs = 250;

export class KeyLives {
  /** Those whose creation was acknowledged. */
  readonly made: LivingKey[] = [];
  /** Those whose revocation was acknowledged. */
  readonly revoked: LivingKey[] = [];
  /** What the service said, by step: `created 201`, `revoked 503`, … */
  readonly answers = new Map<string, number>();
  /** Calls of these keys that were answered 200, each of them charged. */
  translated = 0;
  characters = 0;
  /** Calls that a revoked key was answered, and should not have been. */
  readonly wrong: string[] = [];
  readonly #options: KeyLivesOptions;
  #isRunning = true;
  readonly #work: Promise<unknown>;

  constructor(options: KeyLivesOptions) {
    this.#options = options;
    this.#work = Promise.all([this.#live(), this.#tryRevoked(), this.#tryRevoked()]);
  }

  /** Ends the life of the last key, too. */
  async finish(): Promise<void> {
    this.#isRunning = false;
    await this.#work;
  }

  async #live(): Promise<void> {
    for (let n = 0; this.#isRunning; n++) {
      const made = await this.#create(n);
      if (made === undefined) continue;
      this.made.push(made);
      await this.#translate(made, n);
      await this.#revoke(made);
      this.revoked.push(made);
      await delay(pauseMs);
    }
  }

  /** Once: a repeated creation would be another key. */
  async #create(n: number): Promise<LivingKey | undefined> {
    const { key, pickUrl } = this.#options;
    const body = JSON.stringify({ name: `key ${n}` });
    const answer = await post<LivingKey>(`${pickUrl()}/v1/keys`, bearer(key), body);
    this.#note('created', answer.status);
    if (answer.status === 201) return answer.body;
    await delay(pauseMs);
    return undefined;
  }

  async #translate({ key }: LivingKey, n: number): Promise<void> {
    const { random, pickUrl } = this.#options;
    const one = { key, text: `a house ${n}`, idempotencyKey: `life ${random.seed} ${n}` };
    for (;;) {
      const answer = await send(pickUrl(), one);
      if (answer.kind === 'answered') this.#note('translated', answer.status);
      const isLost = answer.kind === 'answered' && saysCharged(answer);
      if (answer.kind === 'answered' && (answer.status === 200 || isLost)) {
        this.translated++;
        this.characters += isLost ? one.text.length : answer.characters;
        return;
      }
      await delay(pauseMs);
    }
  }

  async #revoke({ id }: LivingKey): Promise<void> {
    const { key, pickUrl } = this.#options;
    for (;;) {
      const init = { method: 'DELETE', headers: bearer(key) };
      const { status } = await call(`${pickUrl()}/v1/keys/${id}`, init);
      this.#note('revoked', status);
      if (status === 204) return;
      await delay(pauseMs);
    }
  }

  /** By a call that is charged, and by one that only reads: that needs the database to be the right one, too. */
  async #tryRevoked(): Promise<void> {
    const { random, pickUrl } = this.#options;
    while (this.#isRunning) {
      await delay(50);
      if (this.revoked.length === 0) continue;
      // The last ones more often: theirs are the revocations that a failover could undo.
      const { id, key } = random.chance(0.5) ? (this.revoked.at(-1) as LivingKey) : random.pick(this.revoked);
      const translated = await send(pickUrl(), { key, text: 'a house' });
      if (translated.kind === 'answered') this.#judge(id, 'translate', translated.status, translated.code);
      const read = await call<{ code?: string }>(`${pickUrl()}/v1/account`, { headers: bearer(key) });
      this.#judge(id, 'account', read.status, read.body.code);
    }
  }

  #judge(id: string, what: string, status: number, code: string | undefined): void {
    this.#note(`${what} with a revoked key`, code ?? status);
    if (code !== 'key_revoked' && status !== 503) this.wrong.push(`${what} of ${id}: ${status} ${code}`);
  }

  #note(step: string, ending: number | string): void {
    const name = `${step} ${ending}`;
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
  }
}
