/** Languages by resource, and the features that each resource has. A resource is a part of the DeepL API. */
import type { LanguageRoutes } from '../../../translate/routing/language-routes.ts';
import { cachePerRoutes } from '../cache-per-routes.ts';
import { sourceLanguages, targetLanguages } from './language-rows.ts';
import { libraryLanguageName } from './library-language-names.ts';

export const featureNames = [
  'formality',
  'style_rules',
  'tag_handling',
  'glossary',
  'auto_detection',
  'writing_style',
  'tone',
] as const;
type FeatureName = (typeof featureNames)[number];

interface Feature {
  readonly name: FeatureName;
  readonly needs_source_support?: true;
  readonly needs_target_support?: true;
}

const ofTarget = (name: FeatureName): Feature => ({ name, needs_target_support: true });
const ofSource = (name: FeatureName): Feature => ({ name, needs_source_support: true });
const ofBoth = (name: FeatureName): Feature => ({ ...ofSource(name), ...ofTarget(name) });

const wording = [ofTarget('formality'), ofTarget('style_rules')];

const featuresByResource = {
  translate_text: [...wording, ofBoth('tag_handling'), ofBoth('glossary'), ofSource('auto_detection')],
  translate_document: [...wording, ofBoth('glossary'), ofSource('auto_detection')],
  glossary: [],
  voice: [],
  write: [ofTarget('writing_style'), ofTarget('tone'), ofSource('auto_detection')],
  style_rules: [],
  translation_memory: [],
} as const satisfies Record<string, readonly Feature[]>;

export type Resource = keyof typeof featuresByResource;
export const resources = Object.keys(featuresByResource) as Resource[];

export function describeResources(): { name: string; features: readonly Feature[] }[] {
  return Object.entries(featuresByResource).map(([name, features]) => ({ name, features }));
}

/** The list is empty for a resource that this server does not offer. */
export function rowsOf(resource: Resource, languages: LanguageRoutes, hasDocuments: boolean): object[] {
  if (resource === 'translate_document' && !hasDocuments) return [];
  return rowsByResource[resource](languages);
}

const rowsByResource: Readonly<Record<Resource, (languages: LanguageRoutes) => object[]>> = {
  translate_text: cachePerRoutes((languages) => translatableRows(languages, 'translate_text')),
  translate_document: cachePerRoutes((languages) => translatableRows(languages, 'translate_document')),
  glossary: cachePerRoutes(glossaryRows),
  voice: () => [],
  write: cachePerRoutes(rephrasingRows),
  style_rules: cachePerRoutes(styleRows),
  translation_memory: () => [],
};

function translatableRows(languages: LanguageRoutes, resource: Resource): object[] {
  const sources = new Set(sourceLanguages(languages));
  const targets = new Set(targetLanguages(languages));
  return sorted([...sources, ...targets]).map((tag) => {
    const row = { isSource: sources.has(tag), isTarget: targets.has(tag) };
    const followsInstructions = row.isTarget && languages.followsInstructions(tag);
    const has: Readonly<Record<FeatureName, boolean>> = {
      formality: row.isTarget && languages.hasFormality(tag),
      style_rules: followsInstructions,
      // For every language: the server itself handles tags and applies glossaries.
      tag_handling: true,
      glossary: true,
      auto_detection: row.isSource,
      writing_style: false,
      tone: false,
    };
    const features = featuresByResource[resource].map(({ name }) => name).filter((name) => has[name]);
    return rowOf(tag, row, features);
  });
}

/** Without regions: a dictionary applies to all regions of a language. */
function glossaryRows(languages: LanguageRoutes): object[] {
  const sources = new Set(sourceLanguages(languages));
  const targets = new Set(targetLanguages(languages).map((tag) => tag.split('-', 1)[0] ?? tag));
  return sorted([...sources, ...targets]).map((tag) =>
    rowOf(tag, { isSource: sources.has(tag), isTarget: targets.has(tag) }, []),
  );
}

function rephrasingRows({ rephrase }: LanguageRoutes): object[] {
  const features = featuresByResource.write.map(({ name }) => name);
  return rephrase.languages.map((tag) => rowOf(tag, { isSource: true, isTarget: true }, features));
}

/** The languages that a list of style rules can be for and have an effect. */
function styleRows(languages: LanguageRoutes): object[] {
  return targetLanguages(languages)
    .filter((tag) => languages.followsInstructions(tag))
    .map((tag) => rowOf(tag, { isSource: false, isTarget: true }, []));
}

function rowOf(
  tag: string,
  { isSource, isTarget }: { isSource: boolean; isTarget: boolean },
  features: readonly FeatureName[],
): object {
  return {
    lang: tag,
    name: libraryLanguageName(tag),
    usable_as_source: isSource,
    usable_as_target: isTarget,
    status: 'stable',
    features: Object.fromEntries(features.map((name) => [name, { status: 'stable' }])),
  };
}

function sorted(tags: readonly string[]): string[] {
  return [...new Set(tags)].toSorted();
}
