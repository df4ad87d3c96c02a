/**
 * Mozilla's public list of models, `models.json`: for each pair the models of each architecture, with scores
 * and a hash of the model file. `dragoman models mirror` writes the same format, with a hash for every file.
 */
import { basename } from 'node:path';
import { pairNameOf } from '../../../../lib/language-pair.ts';
import type { Scores } from '../../models.ts';
import {
  type FileKind,
  isUsable,
  type RegistryFile,
  type RegistryModel,
  type ReleaseStatus,
} from '../registry-model.ts';
import { hashOf, type JsonObject, licenceOf, objectOf, scoreOf, sizeOf, textOf } from './read-json.ts';

const kindsByMember = {
  model: 'model',
  lexicalShortlist: 'shortlist',
  vocab: 'vocabulary',
  srcVocab: 'sourceVocabulary',
  trgVocab: 'targetVocabulary',
} as const satisfies Record<string, FileKind>;

const statuses: Readonly<Record<string, ReleaseStatus>> = {
  Release: 'release',
  'Release Desktop': 'desktop',
  'Release Android': 'android',
};

interface PublicRegistry {
  readonly baseUrl: string | undefined;
  readonly models: readonly RegistryModel[];
}

export function readPublicRegistry(document: JsonObject): PublicRegistry | undefined {
  const pairs = objectOf(document.models);
  if (pairs === undefined) return undefined;
  const models = Object.entries(pairs).flatMap(([name, entries]) =>
    (Array.isArray(entries) ? entries : []).flatMap((entry) => readModel(name, objectOf(entry)) ?? []),
  );
  return { baseUrl: textOf(document.baseUrl), models };
}

function readModel(key: string, entry: JsonObject | undefined): RegistryModel | undefined {
  const [source, target] = [textOf(entry?.sourceLanguage), textOf(entry?.targetLanguage)];
  // The languages are unambiguous, the key is not: pt-br-en.
  const name = pairNameOf(source && target ? `${tag(source)}-${tag(target)}` : key);
  const model = {
    name: name ?? '',
    architecture: textOf(entry?.architecture) ?? 'unknown',
    release: releaseOf(entry?.releaseStatus),
    files: readFiles(objectOf(entry?.files) ?? {}),
    scores: readScores(objectOf(entry?.metrics)),
    licence: licenceOf(entry?.licence),
  };
  return name !== undefined && isUsable(model) ? model : undefined;
}

/** Hyphens inside a tag become underscores, so that the only hyphen is the one between the languages. */
function tag(language: string): string {
  return language.replaceAll('-', '_');
}

/** A registry without release statuses has only models that its operator chose. */
function releaseOf(status: unknown): ReleaseStatus {
  if (status === undefined) return 'release';
  return (typeof status === 'string' && Object.hasOwn(statuses, status) && statuses[status]) || 'unreleased';
}

function readFiles(files: JsonObject): RegistryFile[] {
  return Object.entries(kindsByMember).flatMap(([member, kind]) => {
    const file = objectOf(files[member]);
    const path = textOf(file?.path);
    if (path === undefined) return [];
    // Only the base name is used, so that the file cannot be outside the model's folder.
    const name = basename(path).replace(/\.(gz|zst)$/, '');
    const compression = path.endsWith('.zst') ? 'zstd' : 'gzip';
    const [bytes, sha256] = [sizeOf(file?.uncompressedSize), hashOf(file?.uncompressedHash)];
    return [{ kind, path, name, compression, bytes, sha256 }];
  });
}

/** The scores on FLORES, or else on the first data set. */
function readScores(metrics: JsonObject | undefined): Scores {
  if (metrics === undefined) return {};
  const name = Object.keys(metrics).find((each) => each.startsWith('flores')) ?? Object.keys(metrics)[0];
  const scores = objectOf(metrics[name ?? '']);
  const comet = scoreOf(scores?.comet22) ?? scoreOf(scores?.comet);
  return {
    // Published between 0 and 1.
    comet: comet !== undefined && comet <= 1 ? 100 * comet : comet,
    chrf: scoreOf(scores?.chrf),
    bleu: scoreOf(scores?.bleu),
  };
}

/** Writes models in this format; the paths of their files are relative to the registry's folder. */
export function writePublicRegistry(models: readonly RegistryModel[]): string {
  const pairs: Record<string, unknown[]> = {};
  for (const model of models) {
    pairs[model.name] ??= [];
    pairs[model.name]?.push(writeModel(model));
  }
  return JSON.stringify({ models: pairs }, undefined, 1);
}

function writeModel({ architecture, release, files, scores, licence }: RegistryModel): JsonObject {
  const { comet, chrf, bleu } = scores;
  const status = Object.keys(statuses).find((name) => statuses[name] === release) ?? null;
  const described = Object.entries(kindsByMember).flatMap(([member, kind]) => {
    const file = files.find((each) => each.kind === kind);
    if (file === undefined) return [];
    const { path, bytes, sha256 } = file;
    return [[member, { path, uncompressedSize: bytes, uncompressedHash: sha256 }]];
  });
  return {
    architecture,
    releaseStatus: status,
    files: Object.fromEntries(described),
    metrics: { flores: { comet22: comet, chrf, bleu } },
    licence,
  };
}
