/**
 * The list that Firefox itself reads: one record for each file, with a hash, compressed with zstd. Which
 * Firefox may use a record is decided by its filter, and the highest version of a file wins.
 */
import { pairNameOf } from '../../../../lib/language-pair.ts';
import {
  type FileKind,
  isUsable,
  type RegistryFile,
  type RegistryModel,
  type ReleaseStatus,
} from '../registry-model.ts';
import { hashOf, type JsonObject, objectOf, sizeOf, textOf } from './read-json.ts';

const kindsByType: Readonly<Record<string, FileKind>> = {
  model: 'model',
  lex: 'shortlist',
  vocab: 'vocabulary',
  srcvocab: 'sourceVocabulary',
  trgvocab: 'targetVocabulary',
};

/** Another major version may have files of another form. */
const majorVersion = 3;

interface FileRecord {
  /** The pair, the architecture and the variant: files of different models never mix. */
  readonly model: string;
  readonly name: string;
  readonly architecture: string;
  readonly release: ReleaseStatus;
  readonly version: readonly number[];
  readonly file: RegistryFile;
}

/** What a Firefox sees: on a desktop, on Android, and in a preview. The first that sees a model names it. */
const audiences: readonly { release: ReleaseStatus; sees: readonly ReleaseStatus[] }[] = [
  { release: 'release', sees: ['release'] },
  { release: 'desktop', sees: ['release', 'desktop'] },
  { release: 'android', sees: ['release', 'android'] },
  { release: 'unreleased', sees: ['release', 'desktop', 'android', 'unreleased'] },
];

export function readRemoteSettings(document: JsonObject): readonly RegistryModel[] | undefined {
  if (!Array.isArray(document.data)) return undefined;
  const records = document.data.flatMap((entry) => readRecord(objectOf(entry)) ?? []);
  const byModel = Map.groupBy(records, ({ model }) => model);
  return [...byModel.values()].flatMap(modelsOf);
}

function modelsOf(records: readonly FileRecord[]): RegistryModel[] {
  const models: RegistryModel[] = [];
  for (const { release, sees } of audiences) {
    const visible = records.filter((record) => sees.includes(record.release));
    const [first] = visible;
    if (first === undefined) continue;
    const { name, architecture } = first;
    const model = { name, architecture, release, files: newestOf(visible), scores: {} };
    const isKnown = models.some(({ files }) => pathsOf(files) === pathsOf(model.files));
    if (isUsable(model) && !isKnown) models.push(model);
  }
  return models;
}

function pathsOf(files: readonly RegistryFile[]): string {
  return files.map(({ path }) => path).join(' ');
}

function newestOf(records: readonly FileRecord[]): RegistryFile[] {
  const byKind = Map.groupBy(records, ({ file }) => file.kind);
  return Object.values(kindsByType).flatMap((kind) => {
    const all = (byKind.get(kind) ?? []).toSorted((a, b) => compareVersions(b.version, a.version));
    return all[0] === undefined ? [] : [all[0].file];
  });
}

function readRecord(record: JsonObject | undefined): FileRecord | undefined {
  const attachment = objectOf(record?.attachment);
  const [source, target] = [textOf(record?.sourceLanguage), textOf(record?.targetLanguage)];
  const [fileName, path] = [textOf(record?.name), textOf(attachment?.location)];
  const type = textOf(record?.fileType) ?? '';
  const kind = Object.hasOwn(kindsByType, type) ? kindsByType[type] : undefined;
  const version = parseVersion(textOf(record?.version) ?? '');
  if (!source || !target || !fileName || !path || kind === undefined || version === undefined)
    return undefined;
  const name = pairNameOf(`${source.replaceAll('-', '_')}-${target.replaceAll('-', '_')}`);
  const architecture = textOf(record?.architecture) ?? 'unknown';
  if (name === undefined) return undefined;
  return {
    model: [name, architecture, textOf(record?.variant)].join(' '),
    name,
    architecture,
    release: releaseOf(record?.filter_expression ?? ''),
    version,
    file: {
      kind,
      path,
      name: fileName,
      compression: path.endsWith('.gz') ? 'gzip' : 'zstd',
      bytes: sizeOf(record?.decompressedSize),
      sha256: hashOf(record?.decompressedHash),
    },
  };
}

const systemFilter = /^env\.appinfo\.OS\s*([!=])=\s*(['"])Android\2$/;

/** A filter that is not understood could select only a few users, so its record counts as unreleased. */
function releaseOf(filter: unknown): ReleaseStatus {
  if (typeof filter !== 'string') return 'unreleased';
  if (filter.trim() === '') return 'release';
  const [, sign] = systemFilter.exec(filter.trim()) ?? [];
  if (sign === undefined) return 'unreleased';
  return sign === '=' ? 'android' : 'desktop';
}

/** `3.1` and `3.1a2`, which is older; undefined for other major versions. */
function parseVersion(version: string): readonly number[] | undefined {
  const [, major, minor, preview] = /^(\d+)\.(\d+)(?:a(\d+))?$/.exec(version) ?? [];
  if (Number(major) !== majorVersion) return undefined;
  return [Number(minor), preview === undefined ? Number.POSITIVE_INFINITY : Number(preview)];
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((part, index) => part !== b[index]);
  return i === -1 ? 0 : (a[i] ?? 0) < (b[i] ?? 0) ? -1 : 1;
}
