/** Glossary bodies of the client libraries: JSON or forms up to 11 MiB; large ones use a worker thread. */
import type { FastifyRequest } from 'fastify';
import type { Glossaries, Glossary } from '../../../accounts/glossaries/glossaries.ts';
import type { PackedBody } from '../../../accounts/glossaries/pack-entries.ts';
import { answerLanguageTag, type LanguagePair } from '../../../lib/language-tag.ts';
import { type Outcome, type Refusal, refused } from '../../../lib/outcome.ts';
import { requestLimits } from '../../../lib/request-limits.ts';
import type { LanguageRoutes } from '../../../translate/routing/language-routes.ts';
import type { Translator } from '../../../translate/translator.ts';
import { encodingOf, formType } from '../../form-body.ts';
import { bytesOf } from '../../glossaries/dictionary-exchange.ts';
import { withName } from '../../glossaries/glossary-routes.ts';
import { actorOf, callerOf } from '../request-caller.ts';

export interface GlossaryParts {
  readonly glossaries: Glossaries;
  readonly routesFor: Translator['routesFor'];
}

/** For routes that call `readGlossaryBody`. */
export const takesGlossary = {
  bodyLimit: requestLimits.maxGlossaryBodyBytes,
  rawBodyTypes: ['application/json', formType],
};

export async function readGlossaryBody(
  { glossaries, routesFor }: GlossaryParts,
  request: FastifyRequest,
  layout: 'list' | 'single',
): Promise<Outcome<PackedBody>> {
  const encoding = encodingOf(request);
  const body = await glossaries.readBody(callerOf(request).teamId, bytesOf(request), { encoding, layout });
  if (!body.ok) return body;
  const languages = routesFor(request.caller?.engines);
  const refusals = body.value.dictionaries.map((pair) => refusePair(languages, pair));
  return refusals.find((refusal) => refusal !== undefined) ?? body;
}

export async function createGlossary(
  parts: GlossaryParts,
  request: FastifyRequest,
  layout: 'list' | 'single',
): Promise<Outcome<Glossary>> {
  const read = await readGlossaryBody(parts, request, layout);
  const named = read.ok ? withName(read.value) : read;
  if (!named.ok) return named;
  return parts.glossaries.create(callerOf(request).teamId, named.value, actorOf(request));
}

/** The libraries expect an immediate error for a language that cannot be translated from or to. */
function refusePair(languages: LanguageRoutes, { source, target }: LanguagePair): Refusal | undefined {
  if (languages.find(source, target).length > 0) return undefined;
  const isTarget = languages.knownTarget(target) === undefined;
  const [member, tag] = isTarget ? ['target_lang', target] : ['source_lang', source];
  return refused(
    'unsupported_language',
    `Value for '${member}' not supported: ${answerLanguageTag(tag)}. GET /v2/glossary-language-pairs lists the supported languages.`,
  );
}
