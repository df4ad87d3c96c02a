/**
 * A small registry in the shape of Mozilla's public list and of Firefox's Remote Settings, with every architecture, a
 * split vocabulary and the codes that the two lists spell differently. The files are random bytes.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';

export type RegistryFormat = 'public' | 'remote-settings';

interface RecordedModel {
  readonly source: string;
  readonly target: string;
  readonly architecture: string;
  readonly status: 'Release' | 'Release Desktop' | 'Release Android' | 'Nightly';
  readonly comet?: number;
  readonly hasSplitVocabulary?: boolean;
}

const models: readonly RecordedModel[] = [
  { source: 'en', target: 'de', architecture: 'tiny', status: 'Release Android', comet: 0.855 },
  { source: 'en', target: 'de', architecture: 'base-memory', status: 'Release Desktop', comet: 0.865 },
  { source: 'en', target: 'de', architecture: 'base', status: 'Nightly', comet: 0.871 },
  { source: 'de', target: 'en', architecture: 'tiny', status: 'Release' },
  { source: 'en', target: 'ja', architecture: 'base-memory', status: 'Release', hasSplitVocabulary: true },
  { source: 'en', target: 'ja', architecture: 'base', status: 'Release', hasSplitVocabulary: true },
  { source: 'en', target: 'zh_hant', architecture: 'base-memory', status: 'Release' },
  { source: 'sr_cyrl', target: 'en', architecture: 'tiny', status: 'Release' },
  { source: 'pt_br', target: 'es', architecture: 'tiny', status: 'Release' },
  { source: 'ca_valencia', target: 'en', architecture: 'tiny', status: 'Release' },
  { source: 'en', target: 'fr', architecture: 'student-next', status: 'Release' },
];

const filters = {
  Release: '',
  'Release Desktop': "env.appinfo.OS != 'Android'",
  'Release Android': "env.appinfo.OS == 'Android'",
  Nightly: "env.channel == 'default' || env.channel == 'nightly'",
} as const;

const attachment = 'main-workspace/translations-models-v2';

export interface RecordedRegistry {
  /** The content of the list; its members can be changed. */
  list: {
    models?: Record<string, { files: Record<string, Record<string, unknown>> }[]>;
    data?: Record<string, unknown>[];
  };
  /** The compressed files by their paths. */
  readonly packed: Map<string, Buffer>;
  /** Where the compressed file of a model is. */
  pathOf(pair: string, architecture: string, type: string): string;
  writeTo(folder: string): Promise<void>;
}

export function recordRegistry(format: RegistryFormat, { hashes = 'all' as 'all' | 'model' | 'none' } = {}) {
  const packed = new Map<string, Buffer>();
  const paths = new Map<string, string>();
  const list: RecordedRegistry['list'] = format === 'public' ? { models: {} } : { data: [] };
  const hasHash = (type: string) => hashes === 'all' || (hashes === 'model' && type === 'model');
  for (const model of models) {
    const files = filesOf(model).map(({ type, name, content }) => {
      const id = `${model.source}-${model.target}/${model.architecture}`;
      const path =
        format === 'public'
          ? `models/${id}/${name}.gz`
          : `${attachment}/${hashOf(Buffer.from(id + name)).slice(0, 36)}.zst`;
      packed.set(path, format === 'public' ? gzipSync(content) : zstdCompressSync(content));
      paths.set(`${id}/${type}`, path);
      const sha256 = hasHash(type) ? hashOf(content) : undefined;
      return { type, name, path, bytes: content.length, sha256 };
    });
    if (format === 'public') addToPublicList(list, model, files);
    else list.data?.push(...files.map((file) => recordOf(model, file)));
  }
  if (format === 'remote-settings') list.data?.push(...misleadingRecords(list.data));
  const registry: RecordedRegistry = {
    list,
    packed,
    pathOf: (pair, architecture, type) => paths.get(`${pair}/${architecture}/${type}`) ?? '',
    async writeTo(folder) {
      await writeFile(join(folder, 'models.json'), JSON.stringify(registry.list));
      for (const [path, content] of packed) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), content);
      }
    },
  };
  return registry;
}

interface RecordedFile {
  readonly type: string;
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string | undefined;
}

function addToPublicList(
  list: RecordedRegistry['list'],
  { source, target, architecture, status, comet }: RecordedModel,
  files: readonly RecordedFile[],
): void {
  const members = {
    model: 'model',
    lex: 'lexicalShortlist',
    vocab: 'vocab',
    srcvocab: 'srcVocab',
    trgvocab: 'trgVocab',
  };
  const entry = {
    architecture,
    releaseStatus: status,
    sourceLanguage: source,
    targetLanguage: target,
    files: Object.fromEntries(
      files.map(({ type, path, bytes, sha256 }) => [
        members[type as keyof typeof members],
        { path, ...(sha256 && { uncompressedSize: bytes, uncompressedHash: sha256 }) },
      ]),
    ),
    metrics: comet === undefined ? {} : { 'flores200-plus': { bleu: 30, chrf: 60, comet22: comet } },
  };
  const pairs = list.models ?? {};
  pairs[`${source}-${target}`] = [...(pairs[`${source}-${target}`] ?? []), entry];
}

/** Firefox's codes are BCP 47. */
function tagOf(code: string): string {
  return Intl.getCanonicalLocales(code.replaceAll('_', '-'))[0] ?? code;
}

function recordOf(
  { source, target, architecture, status }: RecordedModel,
  { type, name, path, bytes, sha256 }: RecordedFile,
): Record<string, unknown> {
  return {
    id: hashOf(Buffer.from(path)).slice(0, 36),
    name,
    sourceLanguage: tagOf(source),
    targetLanguage: tagOf(target),
    architecture,
    version: '3.0',
    fileType: type,
    filter_expression: filters[status],
    ...(sha256 && { decompressedSize: bytes, decompressedHash: sha256 }),
    attachment: { filename: `${name}.zst`, location: path, mimetype: 'application/zstd' },
  };
}

/** An older version, one of another generation, a preview of another, and what is no file of a model. */
function misleadingRecords(records: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  const [first] = records.filter(
    ({ fileType, targetLanguage }) => fileType === 'model' && targetLanguage === 'en',
  );
  const elsewhere = { attachment: { location: `${attachment}/nowhere.zst` } };
  return [
    { ...first, ...elsewhere, version: '3.0a2' },
    { ...first, ...elsewhere, version: '2.7' },
    { ...first, ...elsewhere, version: '4.0' },
    { ...first, ...elsewhere, version: '3.9', filter_expression: 'env.version|versionCompare("200") > 0' },
    { ...first, ...elsewhere, fileType: 'qualityModel' },
    { schema: 1 },
  ];
}

function filesOf({ source, target, architecture, hasSplitVocabulary }: RecordedModel) {
  const pair = `${source}${target}`.replaceAll('_', '');
  const vocabularies = hasSplitVocabulary
    ? [`srcvocab.${pair}.spm`, `trgvocab.${pair}.spm`]
    : [`vocab.${pair}.spm`];
  const names = [`model.${pair}.intgemm.alphas.bin`, `lex.50.50.${pair}.s2t.bin`, ...vocabularies];
  return names.map((name) => ({
    type: name.slice(0, name.indexOf('.')),
    name,
    content: bytesOf(`${pair} ${architecture} ${name}`),
  }));
}

/** A few kilobytes that do not compress. */
function bytesOf(seed: string): Buffer {
  const blocks = Array.from({ length: 100 }, (_, i) => createHash('sha256').update(`${seed} ${i}`).digest());
  return Buffer.concat(blocks);
}

export function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
