/** Which engine serves each pair of a team, and where a neural model would serve it better. */
import { answerLanguageTag } from '../../../../lib/language-tag.ts';
import type { LanguageRoutes, Route } from '../../../../translate/routing/language-routes.ts';

/** What a server knows about engines and models beyond its routes. */
export interface ModelKnowledge {
  /** The ids of the engines that work by rules and dictionaries. */
  readonly ruleBased: ReadonlySet<string>;
  /** The ids of the engines that run neural models inside the server. */
  readonly neural: ReadonlySet<string>;
  /** The pairs that have a neural model, as `en-de`. */
  readonly modelPairs: ReadonlySet<string>;
}

export interface ServedPair {
  readonly source: string;
  readonly target: string;
  /** One, or two if the text passes through a third language. */
  readonly engines: readonly string[];
  readonly through: string | null;
  readonly better: { readonly model: string; readonly is_installed: boolean } | null;
}

/** More pairs than anyone reads; an installation with every language has thousands. */
export const maxShownPairs = 500;

/** Pairs that could be better come first. `all`: the routes of the whole installation. */
export function describeServedPairs(
  { all: preferred }: LanguageRoutes,
  all: LanguageRoutes,
  knowledge: ModelKnowledge,
): ServedPair[] {
  const pairs = preferred.map((route) => describe(route, all, knowledge));
  return [...pairs.filter(({ better }) => better !== null), ...pairs.filter(({ better }) => better === null)];
}

function describe(route: Route, all: LanguageRoutes, knowledge: ModelKnowledge): ServedPair {
  const [first, second] = route.legs;
  return {
    source: answerLanguageTag(route.source),
    target: answerLanguageTag(route.target),
    engines: [...new Set(route.legs.map(({ engine }) => engine.id))],
    through: first === undefined || second === undefined ? null : answerLanguageTag(first.target),
    better: betterModel(route, all, knowledge),
  };
}

/**
 * Only a model of the pair itself counts. Through English, a neural model is not always better than rules
 * between related languages.
 */
function betterModel(route: Route, all: LanguageRoutes, knowledge: ModelKnowledge): ServedPair['better'] {
  const { ruleBased, neural, modelPairs } = knowledge;
  if (!route.legs.some(({ engine }) => ruleBased.has(engine.id))) return null;
  const names = [`${route.source}-${route.target}`, `${plain(route.source)}-${plain(route.target)}`];
  const model = names.find((name) => modelPairs.has(name));
  if (model === undefined) return null;
  const isDirect = ({ legs }: Route) => legs.length === 1 && neural.has(legs[0]?.engine.id ?? '');
  return { model, is_installed: all.find(route.source, route.target).some(isDirect) };
}

/** Models are for languages and scripts, not for regions. */
function plain(tag: string): string {
  const { language, script } = new Intl.Locale(tag);
  return script === undefined ? language : `${language}-${script}`;
}
