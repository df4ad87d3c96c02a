/**
 * Selects the requested options that each leg of a route receives: only those that its engine supports and
 * that make sense for the leg. An unsupported option must not keep texts out of a shared batch or
 * translations out of the cache.
 */
import type { TranslateOptions } from '../../engines/engine.ts';
import { choosesFormality, followsInstructions, type Route } from './language-routes.ts';

/** Returns one entry for each leg; undefined where no option applies. */
export function optionsForLegs(
  route: Route,
  { formality, context, markup, glossary, alternative, rephrase, instructions }: TranslateOptions = {},
): (TranslateOptions | undefined)[] {
  return route.legs.map(({ features }, i) => {
    const isFirst = i === 0;
    const isLast = i === route.legs.length - 1;
    const legOptions: TranslateOptions = {
      ...(formality && isLast && choosesFormality(route) && { formality }),
      // The context is in the source language.
      ...(context && isFirst && features.context && { context }),
      ...(markup && { markup }),
      // Glossary terms map the source to the target language, so they do not fit a leg to or from a pivot.
      ...(glossary?.length && isFirst && isLast && features.glossary && { glossary }),
      ...(alternative && isLast && features.alternatives && { alternative }),
      ...(rephrase && { rephrase }),
      // Only the last leg writes the final text; an earlier one would apply them to the pivot language.
      ...(instructions?.length && isLast && followsInstructions(route, instructions) && { instructions }),
    };
    return Object.keys(legOptions).length === 0 ? undefined : legOptions;
  });
}
