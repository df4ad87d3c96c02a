/** Mutations of teams by operators. Each one refreshes the figures, the history and the state on every page. */
import { answered, at, client } from '../../../api/client.ts';
import { type Telling, useChange } from '../../../api/use-change.ts';
import { t } from '../../../lib/messages.ts';

export type LimitName =
  | 'monthly_quota'
  | 'requests_per_second'
  | 'requests_burst'
  | 'characters_per_minute'
  | 'calls_in_flight';

export function useCreateTeam() {
  return useTeamChange((body: { name: string; monthly_quota: number }) =>
    answered(client.POST('/api/operator/teams', { body })),
  );
}

export function useRenameTeam(id: string) {
  return useTeamChange((body: { name: string; previous_name: string }) =>
    answered(client.PATCH('/api/operator/teams/{id}', { ...at({ id }), body })),
  );
}

export function useSetLimits(id: string) {
  return useTeamChange(
    (body: Partial<Record<LimitName, number>>) =>
      answered(client.PATCH('/api/operator/teams/{id}/limits', { ...at({ id }), body })),
    { done: () => t('The limits are saved.') },
  );
}

export function useSetTeamSettings(id: string) {
  return useTeamChange(
    (body: { engines?: string[] | null; previous_engines?: string[] | null; cache?: boolean }) =>
      answered(client.PATCH('/api/operator/teams/{id}/settings', { ...at({ id }), body })),
    { done: () => t('The engines and the cache are saved.') },
  );
}

export function useGiveCredit(id: string) {
  return useTeamChange((body: { characters: number; reason: string; entry: string }) =>
    answered(client.POST('/api/operator/teams/{id}/credit', { ...at({ id }), body })),
  );
}

export function useSuspend(id: string) {
  return useTeamChange((body: { reason: string }) =>
    answered(client.POST('/api/operator/teams/{id}/suspend', { ...at({ id }), body })),
  );
}

export function useResume(id: string) {
  return useTeamChange((body: { reason: string }) =>
    answered(client.POST('/api/operator/teams/{id}/resume', { ...at({ id }), body })),
  );
}

function useTeamChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  telling?: Telling<Input, Output>,
) {
  return useChange(change, [['operator'], ['me'], ['limits']], telling);
}
