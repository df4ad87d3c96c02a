/** A registry's models in one form, whichever format the registry has. */
import type { Download } from '../../engine-http.ts';
import type { Scores } from '../models.ts';

export interface RegistryFile {
  readonly kind: FileKind;
  /** Where the registry keeps the compressed file. */
  readonly path: string;
  /** The name of the file without its compression. */
  readonly name: string;
  readonly compression: 'gzip' | 'zstd';
  /** The size and the hash of the uncompressed file. */
  readonly bytes?: number | undefined;
  readonly sha256?: string | undefined;
}

/** Best first: `release` and `desktop` are used by Firefox on desktops. */
export type ReleaseStatus = 'release' | 'desktop' | 'android' | 'unreleased';

export interface RegistryModel {
  /** `en-zh-Hant`: the name under which it is installed. */
  readonly name: string;
  readonly architecture: string;
  readonly release: ReleaseStatus;
  readonly files: readonly RegistryFile[];
  readonly scores: Scores;
  readonly licence?: string | undefined;
}

export interface ModelRegistry {
  /** Its address or folder. */
  readonly place: string;
  readonly models: readonly RegistryModel[];
  open(path: string, from: number, ifTag: string | undefined): Promise<Download>;
}

interface KindRules {
  /** The engine finds the files of a model by these names. */
  readonly namePattern: RegExp;
  /** Several times the largest published file, and far less than a disk. */
  readonly maxBytes: number;
}

export const fileKinds = {
  model: { namePattern: /^model\.[\w.-]+\.bin$/, maxBytes: 300_000_000 },
  shortlist: { namePattern: /^lex\.[\w.-]+\.bin$/, maxBytes: 100_000_000 },
  vocabulary: { namePattern: /^vocab\.[\w.-]+\.spm$/, maxBytes: 20_000_000 },
  sourceVocabulary: { namePattern: /^srcvocab\.[\w.-]+\.spm$/, maxBytes: 20_000_000 },
  targetVocabulary: { namePattern: /^trgvocab\.[\w.-]+\.spm$/, maxBytes: 20_000_000 },
} as const satisfies Record<string, KindRules>;

export type FileKind = keyof typeof fileKinds;

/** An architecture becomes a part of a folder's name. */
const architectureName = /^[a-z0-9][a-z0-9_-]{0,39}$/i;

/** Models with missing files or with names that the engine would not find are left out. */
export function isUsable({ architecture, files }: Pick<RegistryModel, 'architecture' | 'files'>): boolean {
  const has = (kind: FileKind) => files.some((file) => file.kind === kind);
  const hasVocabulary = has('vocabulary') || (has('sourceVocabulary') && has('targetVocabulary'));
  const areNamed = files.every(({ kind, name }) => fileKinds[kind].namePattern.test(name));
  return architectureName.test(architecture) && has('model') && hasVocabulary && areNamed;
}

export function modelFileOf({ files }: Pick<RegistryModel, 'files'>): RegistryFile | undefined {
  return files.find(({ kind }) => kind === 'model');
}
