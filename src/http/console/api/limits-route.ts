import Type from 'typebox';
import {
  maxDictionaries,
  maxDictionaryBytes,
  maxGlossaries,
} from '../../../accounts/glossaries/glossary-limits.ts';
import type { SettingsOfTeam } from '../../../accounts/team-settings.ts';
import type { LimitsOfTeam } from '../../../accounts/teams.ts';
import { done } from '../../../lib/outcome.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import { toWire } from '../../../lib/wire-shape.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { teamGone } from '../../refusals.ts';
import { route } from '../../route.ts';
import { teamOf } from './request-user.ts';
import { limitMembers } from './shapes.ts';

const schema = Type.Object({
  team_id: Type.String(),
  ...limitMembers,
  engines: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'in order of preference; null: all engines of the installation',
  }),
  cache: Type.Boolean(),
  call: Type.Object({
    texts: Type.Integer(),
    characters: Type.Integer(),
    context_characters: Type.Integer(),
    body_bytes: Type.Integer(),
  }),
  glossaries: Type.Object({
    count: Type.Integer(),
    dictionaries: Type.Integer({ description: 'the most that one glossary may have' }),
    dictionary_bytes: Type.Integer(),
  }),
});

/** The same for every team. */
const installationLimits = {
  call: {
    texts: requestLimits.maxTextsPerCall,
    characters: requestLimits.maxCharactersPerCall,
    context_characters: requestLimits.maxContextCharacters,
    body_bytes: requestLimits.maxTranslateBodyBytes,
  },
  glossaries: {
    count: maxGlossaries,
    dictionaries: maxDictionaries,
    dictionary_bytes: maxDictionaryBytes,
  },
};

export interface LimitsParts {
  readonly limitsOf: (teamId: string) => Promise<LimitsOfTeam | undefined>;
  readonly settingsOf: (teamId: string) => Promise<SettingsOfTeam | undefined>;
}

/** The current limits of the team. Only an operator can change them. */
export function limitsRoute({ limitsOf, settingsOf }: LimitsParts): RouteDefinition {
  return route('GET', '/api/teams/:team/limits', 'viewer', {
    operationId: 'readLimits',
    operators: ['support', 'billing', 'read-only'],
    summary: 'Read the quota, limits, engines and cache of the team',
    response: { 200: schema },
    handler: async (request) => {
      const { teamId } = teamOf(request);
      const [limits, settings] = await Promise.all([limitsOf(teamId), settingsOf(teamId)]);
      if (limits === undefined || settings === undefined) return teamGone;
      return done({ ...toWire(limits), ...toWire(settings), ...installationLimits });
    },
  });
}
