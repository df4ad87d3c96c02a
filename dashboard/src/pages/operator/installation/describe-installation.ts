import type { Installation } from '../../../api/operator-queries.ts';
import { formatConjunction } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { loadByPair } from './by-pair.ts';

/** The installation in a sentence. */
export function describeInstallation({ nodes }: Installation): string {
  const live = nodes.filter(({ is_live }) => is_live);
  const engines = new Set(live.flatMap((node) => node.engines.map(({ id }) => id)));
  const versions = [...new Set(live.map(({ version }) => version))].toSorted();
  const waiting = loadByPair(nodes).reduce((sum, { waitingCharacters }) => sum + waitingCharacters, 0);
  const named = formatConjunction(versions);
  return versions.length > 1
    ? t(
        '{nodes, plural, one {# node} other {# nodes}}, versions {versions}; {engines, plural, one {# engine} other {# engines}}; {waiting, plural, =0 {no characters waiting} one {# character waiting} other {# characters waiting}}.',
        { nodes: live.length, versions: named, engines: engines.size, waiting },
      )
    : t(
        '{nodes, plural, one {# node} other {# nodes}}, version {version}; {engines, plural, one {# engine} other {# engines}}; {waiting, plural, =0 {no characters waiting} one {# character waiting} other {# characters waiting}}.',
        { nodes: live.length, version: named, engines: engines.size, waiting },
      );
}
