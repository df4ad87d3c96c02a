/** Queries and mutations of the style rule pages. Every mutation refreshes the queries. */
import { useQuery } from '@tanstack/react-query';
import { answered, at, client } from '../../api/client.ts';
import type { CustomInstruction } from '../../api/queries.ts';
import { type Telling, useChange } from '../../api/use-change.ts';
import { t } from '../../lib/messages.ts';

export function styleRulesAddress(team: string, id: string): string {
  return `/style-rules?${new URLSearchParams({ team, style: id })}`;
}

export function useStyleRuleList(team: string, id: string) {
  return useQuery({
    queryKey: ['style-rules', team, id],
    queryFn: () => answered(client.GET('/api/teams/{team}/style-rules/{id}', at({ team, id }))),
  });
}

/** The version that was read. A change sends it, so that the server rejects a change to another version. */
export interface Seen {
  readonly style_id: string;
  readonly version: number;
}

export interface NamedList extends Seen {
  readonly name: string;
}

const seen = ({ version }: Seen) => ({ header: { 'If-Match': `"${version}"` } });

export function useCreateStyleRules(team: string) {
  return useStyleRuleChange(team, (body: { name: string; language: string }) =>
    answered(client.POST('/api/teams/{team}/style-rules', { ...at({ team }), body })),
  );
}

export function useRenameStyleRules(team: string, list: Seen) {
  return useStyleRuleChange(team, (name: string) =>
    answered(
      client.PATCH('/api/teams/{team}/style-rules/{id}', {
        ...at({ team, id: list.style_id }, seen(list)),
        body: { name },
      }),
    ),
  );
}

export function useDeleteStyleRules(team: string, list: NamedList) {
  return useStyleRuleChange(
    team,
    (_: undefined) =>
      answered(
        client.DELETE('/api/teams/{team}/style-rules/{id}', at({ team, id: list.style_id }, seen(list))),
      ),
    { done: () => t('{name} is deleted.', { name: list.name }) },
  );
}

export interface InstructionInput {
  readonly label: string;
  readonly prompt: string;
  readonly source_language?: string;
}

/** Replaces the instruction with this id, or adds one if it has none. */
export function useSaveInstruction(team: string, list: Seen, instruction: string | undefined) {
  return useStyleRuleChange(team, (body: InstructionInput) => {
    const place = { team, id: list.style_id };
    return instruction === undefined
      ? answered(
          client.POST('/api/teams/{team}/style-rules/{id}/custom_instructions', {
            ...at(place, seen(list)),
            body,
          }),
        )
      : answered(
          client.PUT('/api/teams/{team}/style-rules/{id}/custom_instructions/{instruction}', {
            ...at({ ...place, instruction }, seen(list)),
            body,
          }),
        );
  });
}

export function useDeleteInstruction(team: string, list: Seen, { id, label }: CustomInstruction) {
  return useStyleRuleChange(
    team,
    (_: undefined) =>
      answered(
        client.DELETE(
          '/api/teams/{team}/style-rules/{id}/custom_instructions/{instruction}',
          at({ team, id: list.style_id, instruction: id }, seen(list)),
        ),
      ),
    { done: () => t('{name} is deleted.', { name: label }) },
  );
}

function useStyleRuleChange<Input, Output>(
  team: string,
  change: (input: Input) => Promise<Output>,
  telling?: Telling<Input, Output>,
) {
  return useChange(change, [['style-rules', team]], telling);
}
