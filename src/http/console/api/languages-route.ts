/** The languages of a team, and what its engines can do with them: which fields the dashboard offers. */
import Type from 'typebox';
import type { PlaygroundKeys } from '../../../accounts/playground-key.ts';
import { answerLanguageTag, languageName } from '../../../lib/language-tag.ts';
import { done } from '../../../lib/outcome.ts';
import { unknownEngine } from '../../../translate/refusals.ts';
import {
  followsInstructions,
  givesAlternatives,
  type LanguageRoutes,
  type Route,
} from '../../../translate/routing/language-routes.ts';
import type { Translator } from '../../../translate/translator.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { route } from '../../route.ts';
import { teamOf } from './request-user.ts';

export interface LanguageParts {
  readonly playgroundKeys: PlaygroundKeys;
  readonly routesFor: Translator['routesFor'];
}

const language = Type.Object({ code: Type.String(), name: Type.String() });
const languagesSchema = Type.Object({
  targets: Type.Array(
    Type.Object({
      ...language.properties,
      sources: Type.Array(language),
      instructions_from: Type.Array(Type.String(), {
        description: 'The source languages from which the preferred engine follows instructions.',
      }),
      alternatives_from: Type.Array(Type.String(), {
        description: 'The source languages from which the preferred engine can write alternatives.',
      }),
      instructions: Type.Boolean({
        description: 'Whether any engine follows instructions, from at least one source language.',
      }),
    }),
  ),
  rephrase_languages: Type.Array(language),
  engines: Type.Array(Type.String(), { description: 'The engines that the team may use.' }),
  instruction_engines: Type.Array(Type.String(), { description: 'Those that follow instructions.' }),
});

export function languagesRoute({ playgroundKeys, routesFor }: LanguageParts): RouteDefinition {
  return route('GET', '/api/teams/:team/languages', 'any role', {
    operationId: 'listLanguages',
    operators: ['support', 'read-only'],
    summary: 'List the target languages of the team, each with its source languages and features',
    query: Type.Object({
      engine: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 40,
          description: 'Only what this engine offers. `engines` and `instruction_engines` stay complete.',
        }),
      ),
    }),
    response: { 200: languagesSchema },
    handler: async (request) => {
      const { engine } = request.query;
      const whole = routesFor(await playgroundKeys.enginesOf(teamOf(request).teamId));
      const engines = enginesOf(whole);
      if (engine !== undefined && !engines.includes(engine)) return unknownEngine;
      const routes = engine === undefined ? whole : routesFor([engine]);
      return done({
        targets: describeTargets(routes),
        rephrase_languages: byName(routes.rephrase.languages),
        engines,
        instruction_engines: enginesOf(whole, ({ features }) => features.instructions ?? false),
      });
    },
  });
}

type Legs = LanguageRoutes['firstLegs'];

function enginesOf({ firstLegs }: LanguageRoutes, isMeant: (leg: Legs[number]) => boolean = () => true) {
  return [...new Set(firstLegs.filter(isMeant).map(({ engine }) => engine.id))].toSorted();
}

function describeTargets({ all, followsInstructions: isFollowed }: LanguageRoutes) {
  return [...Map.groupBy(all, ({ target }) => target)]
    .map(([target, routes]) => ({
      ...describe(target),
      sources: byName(routes.map(({ source }) => source)),
      instructions_from: sourcesOf(routes.filter((route) => followsInstructions(route))),
      alternatives_from: sourcesOf(routes.filter(givesAlternatives)),
      instructions: isFollowed(target),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

function sourcesOf(routes: readonly Route[]): string[] {
  return routes.map(({ source }) => answerLanguageTag(source));
}

function byName(tags: readonly string[]) {
  return tags.map(describe).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

function describe(tag: string) {
  return { code: answerLanguageTag(tag), name: languageName(tag) };
}
