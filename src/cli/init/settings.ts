/**
 * The server settings that `dragoman init` asks for: each has a flag, a question and one or two variables.
 */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { InvalidArgumentError } from 'commander';
import { loadConfig } from '../../config/config.ts';
import { examineDatabase, examineRedis, type Finding } from '../examine.ts';
import { examineDocuments } from '../examine-documents.ts';
import { describeError } from '../report-failure.ts';
import type { Settings } from './environment-file.ts';
import { examineAddress, splitAddress } from './listen-address.ts';

export interface Setting {
  readonly flag: string;
  /** The name of the flag in the command's options. */
  readonly option: string;
  readonly help: string;
  /** A setting without a question can be set only by its flag. */
  readonly question?: string;
  readonly fallback?: string;
  toVariables(value: string): Settings;
  fromVariables(env: Readonly<Record<string, string | undefined>>): string | undefined;
  /** Tests the value; missing for settings that cannot be tested. */
  examine?(value: string): Promise<Finding>;
  /** Listeners are not tested when the server may be running: it would occupy its own port. */
  readonly isListener?: boolean;
}

export const settings: readonly Setting[] = [
  {
    flag: '--database-url <url>',
    option: 'databaseUrl',
    help: 'Postgres, as postgres://user:password@host:5432/database; default: DATABASE_URL',
    question: 'Postgres (postgres://user:password@host:5432/database)',
    ...variable('DATABASE_URL'),
    examine: async (value) => (await examineDatabase({ DATABASE_URL: value })).database,
  },
  {
    flag: '--redis-url <url>',
    option: 'redisUrl',
    help: 'Redis or Valkey, as redis://host:6379; default: REDIS_URL',
    question: 'Redis or Valkey',
    fallback: 'redis://127.0.0.1:6379',
    ...variable('REDIS_URL'),
    examine: examineRedis,
  },
  listener('public', 'the API', '0.0.0.0:8080'),
  listener('console', 'the dashboard', '127.0.0.1:8081'),
  listener('ops', 'health and metrics', '127.0.0.1:9090'),
  {
    flag: '--trusted-proxies <list>',
    option: 'trustedProxies',
    help: 'addresses or networks whose X-Forwarded-For is trusted',
    fallback: '',
    ...variable('DRAGOMAN_TRUSTED_PROXIES'),
  },
  {
    flag: '--public-url <address>',
    option: 'publicUrl',
    help: 'address of the API that people see, such as https://translate.example.org',
    fallback: '',
    ...variable('DRAGOMAN_PUBLIC_URL'),
  },
  {
    flag: '--documents <folder>',
    option: 'documents',
    help: 'folder for the encrypted files of documents; without it, documents are disabled',
    question: 'Folder for documents (leave empty to disable documents)',
    fallback: '',
    toVariables: documentsIn,
    fromVariables: ({ DRAGOMAN_DOCUMENTS: address }) =>
      address?.startsWith('file:') ? fileURLToPath(address) : undefined,
    examine: (value) =>
      examineDocuments(
        loadConfig({
          DATABASE_URL: 'postgres://another',
          DRAGOMAN_DATA_KEY: randomBytes(32).toString('base64'),
          ...documentsIn(value),
        }),
      ),
  },
];

function documentsIn(folder: string): Settings {
  return folder === '' ? {} : { DRAGOMAN_DOCUMENTS: pathToFileURL(resolve(folder)).href };
}

function variable(name: string): Pick<Setting, 'toVariables' | 'fromVariables'> {
  return {
    toVariables: (value) => ({ [name]: value }),
    fromVariables: (env) => env[name]?.trim() || undefined,
  };
}

function listener(name: string, serves: string, fallback: string): Setting {
  const [host, port] = [`DRAGOMAN_${name.toUpperCase()}_HOST`, `DRAGOMAN_${name.toUpperCase()}_PORT`];
  return {
    flag: `--${name} <address:port>`,
    option: name,
    help: `address and port of ${serves}`,
    question: `Address and port of ${serves}`,
    fallback,
    toVariables: (value) => {
      const address = splitAddress(value);
      return { [host]: address.host, [port]: address.port };
    },
    fromVariables: (env) => {
      const usual = splitAddress(fallback);
      const [ownHost, ownPort] = [env[host]?.trim(), env[port]?.trim()];
      if (!ownHost && !ownPort) return undefined;
      const shown = ownHost?.includes(':') ? `[${ownHost}]` : ownHost || usual.host;
      return `${shown}:${ownPort || usual.port}`;
    },
    examine: examineAddress,
    isListener: true,
  };
}

/** Returns why the value is invalid by the rules of src/config/config.ts, or undefined when it is valid. */
export function faultOf(setting: Setting, value: string): string | undefined {
  try {
    loadConfig({ DATABASE_URL: 'postgres://another', ...setting.toVariables(value) });
    return undefined;
  } catch (error) {
    return describeError(error);
  }
}

/** For commander: an invalid flag exits with 2. */
export function parserOf(setting: Setting): (value: string) => string {
  return (value) => {
    const problem = faultOf(setting, value);
    if (problem !== undefined) throw new InvalidArgumentError(problem);
    return value;
  };
}
