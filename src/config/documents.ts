/** The environment's settings for documents: where files are stored, and how many this process translates. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type FileStoreConfig =
  | { readonly kind: 'directory'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly endpoint: URL;
      readonly region: string;
      readonly bucket: string;
      /** Ends with a slash, or is empty. */
      readonly prefix: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    };

export interface DocumentsConfig {
  /** Undefined: documents are refused. */
  readonly store: FileStoreConfig | undefined;
  /** Documents that this process translates at a time; 0: other processes translate them. */
  readonly workers: number;
  /** How long a document waits for an unreachable engine. */
  readonly patienceMs: number;
}

type Environment = Readonly<Record<string, string | undefined>>;
type ReadInteger = (name: string, fallback: number, min: number, max: number) => number;

export function readDocuments(env: Environment, problems: string[], integer: ReadInteger): DocumentsConfig {
  return {
    store: readStore(env, problems),
    workers: integer('DRAGOMAN_DOCUMENT_WORKERS', 2, 0, 64),
    patienceMs: integer('DRAGOMAN_DOCUMENT_PATIENCE_S', 300, 0, 86_400) * 1_000,
  };
}

const storeMessage =
  'DRAGOMAN_DOCUMENTS must be a folder (file:///var/lib/dragoman/documents) or a bucket (s3://bucket/prefix).';

function readStore(env: Environment, problems: string[]): FileStoreConfig | undefined {
  const raw = env.DRAGOMAN_DOCUMENTS?.trim();
  if (!raw) return undefined;
  const url = URL.parse(raw);
  if (url?.protocol === 'file:' && url.host === '' && url.pathname.length > 1) {
    return { kind: 'directory', folder: fileURLToPath(url) };
  }
  if (url?.protocol === 's3:' && url.host !== '') return readBucket(url, env, problems);
  problems.push(storeMessage);
  return undefined;
}

function readBucket(url: URL, env: Environment, problems: string[]): FileStoreConfig | undefined {
  const region = env.DRAGOMAN_S3_REGION?.trim() || 'us-east-1';
  const endpoint = URL.parse(env.DRAGOMAN_S3_ENDPOINT?.trim() || `https://s3.${region}.amazonaws.com`);
  const accessKeyId = secretOf('DRAGOMAN_S3_ACCESS_KEY', env, problems);
  const secretAccessKey = secretOf('DRAGOMAN_S3_SECRET_KEY', env, problems);
  if (endpoint === null || !/^https?:$/.test(endpoint.protocol)) {
    problems.push('DRAGOMAN_S3_ENDPOINT must be the http:// or https:// address of an S3-compatible store.');
    return undefined;
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    problems.push(
      'DRAGOMAN_DOCUMENTS names a bucket: set DRAGOMAN_S3_ACCESS_KEY and DRAGOMAN_S3_SECRET_KEY, or …_FILE.',
    );
    return undefined;
  }
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  return {
    kind: 's3',
    endpoint,
    region,
    bucket: url.host,
    prefix: prefix === '' ? '' : `${prefix}/`,
    accessKeyId,
    secretAccessKey,
  };
}

/** Reads the variable, or the first line of the file that `…_FILE` names. */
export function secretOf(name: string, env: Environment, problems: string[]): string | undefined {
  const value = env[name]?.trim();
  const file = env[`${name}_FILE`]?.trim();
  if (value || !file) return value || undefined;
  try {
    return readFileSync(file, 'utf8').split('\n', 1)[0]?.trim() || undefined;
  } catch {
    problems.push(`${name}_FILE names a file that cannot be read: ${file}`);
    return undefined;
  }
}
