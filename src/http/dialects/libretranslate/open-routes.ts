/** What LibreTranslate answers without a key: its languages and settings. */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { knownExtensions } from '../../../documents/formats/registry.ts';
import { languageName } from '../../../lib/language-tag.ts';
import { done, refused } from '../../../lib/outcome.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { route } from '../../route.ts';
import type { DialectParts } from '../dialect-parts.ts';
import { showLanguages, showLanguagesWithOlderCodes } from './shown-languages.ts';

const noSuggestions = refused('forbidden', 'Suggestions are disabled on this server.');

export function openRoutes({ routesFor, documents, admission }: DialectParts): RouteDefinition[] {
  return [
    route('GET', '/languages', 'open', {
      response: { 200: Type.Any() },
      // Clients ask without their key, so the answer has the languages of all engines.
      handler: async () => done(showLanguagesWithOlderCodes(routesFor(undefined))),
    }),
    route('GET', '/frontend/settings', 'open', {
      response: { 200: Type.Any() },
      handler: async (request: FastifyRequest) => {
        const targets = showLanguages(routesFor(undefined));
        const target = targets.find(({ code }) => code === 'es') ?? targets[0];
        const code = target?.code ?? 'en';
        const filesTranslation = documents.closed === undefined;
        return done({
          charLimit: requestLimits.maxCharactersPerCall,
          frontendTimeout: 500,
          apiKeys: true,
          keyRequired: !admission.isKeyless(request),
          suggestions: false,
          filesTranslation,
          supportedFilesFormat: filesTranslation ? knownExtensions.map((one) => `.${one}`) : [],
          language: {
            source: { code: 'auto', name: 'Auto Detect' },
            target: { code, name: languageName(code) },
          },
        });
      },
    }),
    route('POST', '/suggest', 'open', {
      bodyLimit: requestLimits.maxSmallBodyBytes,
      response: { 200: Type.Any() },
      handler: async () => noSuggestions,
    }),
  ];
}
