/** One row of a table of models: what a model costs, how good it is, and where it comes from. */
import type { Manifest } from '../engines/bergamot/models.ts';
import { printable } from '../lib/printable.ts';

export interface DescribedModel extends Pick<Manifest, 'architecture' | 'scores' | 'licence' | 'registry'> {
  readonly name: string;
  /** The size of the model file, if known. */
  readonly bytes: number | undefined;
  /** The memory of one thread that holds it. */
  readonly memoryBytes: number;
  readonly wordsPerSecond: number | undefined;
}

export function describeModel(model: DescribedModel): string[] {
  const { name, architecture, bytes, memoryBytes, licence, registry } = model;
  return [
    name,
    architecture,
    bytes === undefined ? '? MB' : `${megabytes(bytes)} MB`,
    `${Math.round(memoryBytes / 1_000_000)} MB memory`,
    model.wordsPerSecond === undefined ? '' : `${model.wordsPerSecond} words/s`,
    describeScores(model),
    licence ?? 'licence unknown',
    ...(registry === undefined ? [] : [hostOf(registry)]),
  ].map(printable);
}

export function describeScores({ scores }: Pick<Manifest, 'scores'>): string {
  const named = [
    ['COMET', scores?.comet],
    ['chrF', scores?.chrf],
    ['BLEU', scores?.bleu],
  ] as const;
  const known = named.flatMap(([metric, score]) =>
    score === undefined ? [] : [`${metric} ${score.toFixed(1)}`],
  );
  return known.join(' ') || 'no published score';
}

export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

function hostOf(registry: string): string {
  return URL.canParse(registry) ? new URL(registry).host : registry;
}
