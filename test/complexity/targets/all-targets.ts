import type { Target } from '../target.ts';
import { form, glossaryEntries, json } from './bodies.ts';
import { detection } from './detection.ts';
import { documents } from './documents.ts';
import { glossaryCompile, glossaryMatch } from './glossary.ts';
import { headers } from './headers.ts';
import { markup } from './markup.ts';
import { neighbours } from './neighbours.ts';
import { placeholders } from './placeholders.ts';
import { plantedTargets } from './planted.ts';
import { judging, restoring } from './restoring.ts';
import { signingIn } from './signing-in.ts';

export const allTargets: readonly Target[] = [
  placeholders,
  markup,
  neighbours,
  glossaryMatch,
  glossaryCompile,
  glossaryEntries,
  detection,
  json,
  form,
  headers,
  signingIn,
  restoring,
  judging,
  ...documents,
];

export function targetNamed(name: string): Target {
  const target = [...allTargets, ...plantedTargets].find((each) => each.name === name);
  if (target === undefined) throw new Error(`there is no target ${name}`);
  return target;
}
