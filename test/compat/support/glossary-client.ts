/** The official Node library for a team that keeps glossaries, beside the plain API of the same team. */
import type * as deepl from 'deepl-node';
import type { Env } from '../../support/command-line.ts';
import { createKey } from '../../support/seed.ts';
import { newTeam, type TeamApi } from '../../support/team-api.ts';
import { createDeeplClient } from './deepl-client.ts';

export interface GlossaryClient {
  readonly client: deepl.DeepLClient;
  /** With a key that may translate and no more. */
  readonly reader: deepl.DeepLClient;
  readonly team: TeamApi;
}

export async function newGlossaryClient(serverUrl: string, env: Env): Promise<GlossaryClient> {
  const team = await newTeam(serverUrl, env);
  const { plain } = await createKey(env, team.id);
  return {
    client: createDeeplClient(team.key, serverUrl),
    reader: createDeeplClient(plain, serverUrl),
    team,
  };
}

export const unknownId = '96ab91fd-e715-41a1-adeb-5d701f84a483';

/** Terms that have to be escaped in forms, or could be taken for something else. */
export const trickyTerms = {
  'A%=&': 'B&=%',
  'a+b c': '+',
  'dictionaries[0].entries': 'x&name=y',
  Δぁ: '深',
  '🪨': '🪵',
  '=1+1': '\'quoted\' "twice"',
};
