import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { requestLimits } from '../../../lib/request-limits.ts';
import { givesAlternatives } from '../../../translate/routing/language-routes.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { callerOf } from '../../public/request-caller.ts';
import { type Answered, type TranslateDialect, translateHandler } from '../../public/translate-handler.ts';
import { route } from '../../route.ts';
import type { DialectParts } from '../dialect-parts.ts';
import { withinRights } from '../within-rights.ts';
import { showDetected } from './shown-languages.ts';
import { type LibreTranslateBody, readTranslateBody } from './translate-body.ts';

export function translateRoute({ gateway, callDeadlineMs, routesFor }: DialectParts): RouteDefinition {
  const routesOf = (request: FastifyRequest) => routesFor(callerOf(request).engines);
  return route('POST', '/translate', 'translate', {
    endsInCharge: true,
    call: { kind: 'translate', dialect: 'libretranslate' },
    bodyLimit: requestLimits.maxTranslateBodyBytes,
    response: { 200: Type.Any() },
    preValidation: async (request) => {
      request.body = withinRights(routesFor, callerOf(request), (routes) =>
        readTranslateBody(request, routes),
      );
    },
    handler: async (request, reply) => {
      const routes = routesOf(request);
      const canGiveAlternatives = ({ source, target }: LibreTranslateBody) =>
        source === undefined
          ? routes.giveAlternatives
          : routes.find(source, target).some((found) => givesAlternatives(found));
      const translate = translateHandler(gateway, callDeadlineMs, dialectWith(canGiveAlternatives));
      return translate(request as FastifyRequest & { readonly body: LibreTranslateBody }, reply);
    },
  });
}

function dialectWith(
  canGiveAlternatives: (body: LibreTranslateBody) => boolean,
): TranslateDialect<LibreTranslateBody> {
  return {
    name: 'libretranslate',
    operation: 'libretranslate',
    toRequest: (body) => ({
      texts: body.texts,
      sourceLang: body.source,
      targetLang: body.target,
      markup: body.hasMarkup ? { format: 'html' } : undefined,
      // Not asked for in vain: a call must be covered for all alternatives that it asks for.
      alternatives: body.isHtml || !canGiveAlternatives(body) ? undefined : body.alternatives,
    }),
    toAnswer,
  };
}

/** A list of texts gets lists, a single text single values. */
function toAnswer({ translations }: Answered, body: LibreTranslateBody): object {
  const show = <T>(values: T[]) => (body.isList ? values : values[0]);
  const detected = translations.map(({ source }, i) => showDetected(source, body.texts[i] ?? ''));
  return {
    ...(body.source === undefined && { detectedLanguage: show(detected) }),
    translatedText: show(
      translations.map(({ text }) => (body.isHtml && !body.hasMarkup ? escapeMarkup(text) : text)),
    ),
    ...(body.alternatives !== undefined && {
      alternatives: show(translations.map(({ alternatives = [] }) => alternatives)),
    }),
  };
}

/** An engine may have written a sign that the text did not have. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
