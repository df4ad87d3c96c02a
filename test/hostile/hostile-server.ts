/** The server that the hostile tests talk to, with the keys and the pairs that their requests are made of. */
import { beforeAll } from 'vitest';
import { bearer, call } from '../support/api-client.ts';
import { dragomanJson, type Env } from '../support/command-line.ts';
import { type EventLoopReports, measured } from '../support/event-loop-reports.ts';
import { createKey, createTeamForLoad, liftLimits } from '../support/seed.ts';
import { type ServerProcess, useServerProcess } from '../support/server-process.ts';
import { newTeam } from '../support/team-api.ts';
import type { KnownPair } from './body-grammar.ts';
import type { GrammarContext } from './request-grammar.ts';
import type { TeamSubjects } from './team-grammar.ts';

export interface HostileServer {
  readonly server: ServerProcess;
  readonly eventLoop: EventLoopReports;
  readonly grammar: GrammarContext;
  /** Another team, whose account is attacked. */
  readonly team: TeamSubjects;
}

export function useHostileServer(env: Env = {}): HostileServer {
  const eventLoop = measured();
  // A proxy is trusted so that what it forwards is read at all.
  const context = useServerProcess({
    ...eventLoop.env,
    DRAGOMAN_TRUSTED_PROXIES: '127.0.0.1',
    DRAGOMAN_BAD_KEYS_PER_MINUTE: '0',
    ...env,
  });
  let grammar: GrammarContext | undefined;
  let team: TeamSubjects | undefined;
  beforeAll(async () => {
    const { NODE_OPTIONS: _measuring, ...commandEnv } = context.env;
    const caller = await createTeamForLoad(commandEnv);
    const [good, revoked, forUsage] = await Promise.all([
      createKey(commandEnv, caller),
      createKey(commandEnv, caller),
      createKey(commandEnv, caller, 'usage'),
    ]);
    await dragomanJson(['key', 'revoke', revoked.id], commandEnv);
    grammar = {
      keys: { good: good.plain, revoked: revoked.plain, forUsage: forUsage.plain },
      pairs: await knownPairs(context.server.url, good.plain),
    };
    team = await newSubjects(context.server.url, commandEnv);
  });
  return {
    eventLoop,
    get server() {
      return context.server;
    },
    get grammar() {
      if (grammar === undefined) throw new Error('the keys are not made yet');
      return grammar;
    },
    get team() {
      if (team === undefined) throw new Error('the team is not made yet');
      return team;
    },
  };
}

async function newSubjects(url: string, env: Env): Promise<TeamSubjects> {
  const { id, key, send } = await newTeam(url, env);
  await liftLimits(env, id);
  const translator = await createKey(env, id);
  const glossary = await send<{ id: string }>('POST', '/v1/glossaries', { name: 'Terms' });
  return { owner: key, translator: translator.plain, glossaryId: glossary.body.id };
}

/** Mostly one pair, so that the engine's time goes to texts and not to loading dictionaries. */
async function knownPairs(url: string, key: string): Promise<KnownPair[]> {
  const answer = await call<{ pairs: { source_lang: string; target_lang: string }[] }>(
    `${url}/v1/languages`,
    { headers: bearer(key) },
  );
  const pairs = answer.body.pairs.map((pair) => ({ source: pair.source_lang, target: pair.target_lang }));
  const usual = pairs.find(({ source, target }) => source === 'EN' && target === 'ES');
  if (usual === undefined) throw new Error('the hostile tests need the pair EN → ES');
  return [...Array<KnownPair>(6 * pairs.length).fill(usual), ...pairs];
}
