/** What the ledger promises, as plain arithmetic: the reference that charge_calls is compared with. */
export interface ModelCall {
  readonly id: string;
  readonly team: number;
  readonly key: number;
  readonly isForeignKey: boolean;
  readonly characters: number;
  readonly isLate: boolean;
  readonly idem: number | undefined;
  readonly body: number;
}

export interface ModelVerdict {
  readonly callId: string;
  readonly verdict: string;
  readonly characters: number;
  readonly available: number;
}

interface ModelTeam {
  quota: number;
  used: number;
  credit: number;
  readonly revoked: Set<number>;
  readonly idem: Map<number, { body: number; characters: number }>;
  readonly charged: Map<string, number>;
}

export class LedgerModel {
  readonly teams: readonly ModelTeam[];

  constructor(quotas: readonly number[]) {
    this.teams = quotas.map((quota) => ({
      quota,
      used: 0,
      credit: 0,
      revoked: new Set<number>(),
      idem: new Map(),
      charged: new Map(),
    }));
  }

  charge(batch: readonly ModelCall[]): ModelVerdict[] {
    return batch.map((call) => ({
      callId: call.id,
      ...this.#decide(call),
      available: this.available(call.team),
    }));
  }

  available(team: number): number {
    const { quota, used, credit } = this.team(team);
    return Math.max(quota - used, 0) + credit;
  }

  /** False when it would take more than there is. */
  addCredit(team: number, amount: number): boolean {
    const state = this.team(team);
    if (state.credit + amount < 0) return false;
    state.credit += amount;
    return true;
  }

  team(index: number): ModelTeam {
    const team = this.teams[index];
    if (team === undefined) throw new Error(`the model has no team ${index}`);
    return team;
  }

  #decide(call: ModelCall): { verdict: string; characters: number } {
    const team = this.team(call.team);
    const { characters } = call;
    if (team.charged.has(call.id)) return { verdict: 'charged', characters };
    if (call.isForeignKey || team.revoked.has(call.key)) return { verdict: 'key_revoked', characters };
    if (call.isLate) return { verdict: 'too_late', characters };
    const earlier = call.idem === undefined ? undefined : team.idem.get(call.idem);
    if (earlier !== undefined) {
      if (earlier.body !== call.body) return { verdict: 'conflict', characters };
      return { verdict: 'replayed', characters: earlier.characters };
    }
    const fromQuota = Math.min(characters, Math.max(team.quota - team.used, 0));
    if (characters - fromQuota > team.credit) return { verdict: 'quota_exceeded', characters };
    team.used += fromQuota;
    team.credit -= characters - fromQuota;
    team.charged.set(call.id, characters);
    if (call.idem !== undefined) team.idem.set(call.idem, { body: call.body, characters });
    return { verdict: 'charged', characters };
  }
}
