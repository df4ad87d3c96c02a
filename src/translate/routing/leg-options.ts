/**
 * What each leg of a route is told of a caller's wishes: what its engine heeds, and only where it makes sense. What an
 * engine doesn't heed must neither keep texts out of a common batch nor translations out of the cache.
 */
import type { TranslateOptions } from '../../engines/engine.ts';
import { choosesFormality, type Route } from './language-routes.ts';

/** One for each leg; undefined where there is nothing to tell. */
export function optionsForLegs(
  route: Route,
  { formality, context, markup, glossary }: TranslateOptions = {},
): (TranslateOptions | undefined)[] {
  return route.legs.map(({ features }, i) => {
    const isFirst = i === 0;
    const isLast = i === route.legs.length - 1;
    const told: TranslateOptions = {
      ...(formality && isLast && choosesFormality(route) && { formality }),
      // It is in the language of the source.
      ...(context && isFirst && features.context && { context }),
      ...(markup && { markup }),
      // Terms lead from the source to the target, past any pivot.
      ...(glossary?.length && isFirst && isLast && features.glossary && { glossary }),
    };
    return Object.keys(told).length === 0 ? undefined : told;
  });
}
