import type { Destination } from './event-queries.ts';
import { destinationState } from './event-words.ts';

export function DestinationTag({ destination }: { destination: Destination }) {
  const { words, tag } = destinationState(destination);
  return <span className={tag}>{words}</span>;
}
