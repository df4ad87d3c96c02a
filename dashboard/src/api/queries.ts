/** Queries that several pages share, one hook each. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { boundsOf, refreshMsOf, type TimeRange } from '../lib/time-range.ts';
import { answered, at, client } from './client.ts';
import { pollInterval } from './poll-interval.ts';
import type { operations } from './schema.d.ts';

export type Answer<Name extends keyof operations> = operations[Name]['responses'] extends {
  200: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

export type Me = Answer<'readMe'>;
export type Team = Me['teams'][number];
export type Role = Team['role'];
export type OperatorRole = NonNullable<Me['user']['operator_role']>;
export type Key = Answer<'listKeys'>['keys'][number];
export type UsageView = 'key' | 'mode' | 'pair' | 'engine' | 'dialect' | 'tag';
export type Summary = Answer<'readSummary'>;
export type Person = Answer<'listPeople'>['people'][number];
export type Glossary = Answer<'readGlossary'>;
export type DictionaryVersion = Answer<'listVersions'>['versions'][number];
export type VersionDiff = Answer<'diffVersions'>;
export type StyleRuleList = Answer<'readStyleRules'>;
export type CustomInstruction = StyleRuleList['custom_instructions'][number];
export type Languages = Answer<'listLanguages'>;
export type TryOutAnswer = Answer<'tryOut'>;

const meQuery = { queryKey: ['me'], queryFn: () => answered(client.GET('/api/me')) };

export function useMe() {
  return useQuery(meQuery);
}

/** How soon an open page notices that its user has another role, or is no longer in a team. */
const accessRefreshMs = 20_000;

/** The end of a session may move with every request. */
const accessMark = ({ user, teams, session }: Me) =>
  JSON.stringify([user, teams, session.must_set_up_second_factor]);

/** Once in the page: each component that uses it asks on its own. */
export function useWatchedMe() {
  return useQuery({ ...meQuery, refetchInterval: pollInterval(accessRefreshMs, accessMark) });
}

/** The address of the public API. The frame shows no page before `me` has arrived. */
export function usePublicApi(): Me['public_api'] {
  return useMe().data?.public_api ?? { url: '', source: 'derived' };
}

export function useKeys(team: string, refreshMs: number | false | (() => number | false) = false) {
  return useQuery({
    queryKey: ['keys', team],
    queryFn: () => answered(client.GET('/api/teams/{team}/keys', at({ team }))),
    refetchInterval: typeof refreshMs === 'number' ? pollInterval(refreshMs) : refreshMs,
  });
}

/** Same interval as the refresh of a one-month chart. */
const summaryRefreshMs = 3_000;

export function useSummary(team: string) {
  return useQuery({
    queryKey: ['summary', team],
    queryFn: () => answered(client.GET('/api/teams/{team}/usage/summary', at({ team }))),
    // The forecast changes with the clock.
    refetchInterval: pollInterval(summaryRefreshMs, ({ quota, quota_used, credit_left }: Summary) =>
      [quota, quota_used, credit_left].join(),
    ),
  });
}

export interface UsageQuestion {
  readonly range: TimeRange;
  readonly group: UsageView;
}

/** The usage with the parameters it was requested with: the page may have changed its own by now. */
export type Usage = Answer<'readUsage'> & { readonly by: 'day' | 'hour'; readonly group: UsageView };

/** The end of the time is "now", which differs in each answer. */
const usageMark = ({ total, refused }: Usage) => JSON.stringify([total, refused]);

export function useUsage(team: string, { range, group }: UsageQuestion) {
  return useQuery({
    queryKey: ['usage', team, range, group],
    // "Now" is read at request time, so that a page that stays open also shows the next hour.
    queryFn: async (): Promise<Usage> => {
      const query = { ...boundsOf(range, Date.now()), group };
      const answer = await answered(client.GET('/api/teams/{team}/usage', at({ team }, { query })));
      return { ...answer, by: query.by, group };
    },
    refetchInterval: (query) => {
      const refreshMs = refreshMsOf(range, Date.now());
      return refreshMs !== false && pollInterval(refreshMs, usageMark)(query);
    },
    placeholderData: keepPreviousData,
  });
}

/** `engine`: only what this engine offers. */
export function useLanguages(team: string, engine = '') {
  return useQuery({
    queryKey: ['languages', team, engine],
    queryFn: () => {
      const query = engine === '' ? {} : { engine };
      return answered(client.GET('/api/teams/{team}/languages', at({ team }, { query })));
    },
    placeholderData: keepPreviousData,
  });
}

export function useGlossaries(team: string) {
  return useQuery({
    queryKey: ['glossaries', team],
    // One full page, which is already more than a select list can usefully show.
    queryFn: () =>
      answered(client.GET('/api/teams/{team}/glossaries', at({ team }, { query: { limit: 100 } }))),
  });
}

export function useStyleRules(team: string) {
  return useQuery({
    queryKey: ['style-rules', team],
    // One page holds as many lists as a team may have.
    queryFn: () =>
      answered(client.GET('/api/teams/{team}/style-rules', at({ team }, { query: { limit: 100 } }))),
  });
}

export function usePeople(team: string) {
  return useQuery({
    queryKey: ['people', team],
    queryFn: () => answered(client.GET('/api/teams/{team}/people', at({ team }))),
  });
}

export function useSessions() {
  return useQuery({ queryKey: ['sessions'], queryFn: () => answered(client.GET('/api/sessions')) });
}
