import { toWire } from '../lib/wire-shape.ts';

/** The differences between two records, for the audit log: `{ requests_burst: { from: 200, to: 7 } }`. */
export function differences<Fields extends object>(before: Fields, after: Fields): Record<string, unknown> {
  const old = new Map<string, unknown>(Object.entries(toWire(before)));
  const changed = Object.entries(toWire(after)).filter(
    ([name, value]) => JSON.stringify(old.get(name)) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed.map(([name, value]) => [name, { from: old.get(name), to: value }]));
}
