/**
 * The certificate of the public listener. The configuration names its files; only `serve`, `config check` and `doctor`
 * read them, so that an expired certificate does not stop the other commands.
 */
import { constants, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { OperatorError } from '../lib/errors.ts';

export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

export interface Certificate {
  /** In PEM: the certificate of the server first, then those of the authorities in between. */
  readonly chain: string;
  /** In PEM. */
  readonly key: string;
  /** What clients may call the server. */
  readonly names: readonly string[];
  readonly validUntil: Date;
}

/** Programs that renew certificates begin weeks before the end: one that is this close was not renewed. */
export const renewalOverdueMs = 14 * 86_400_000;

const certificateSetting = 'DRAGOMAN_TLS_CERTIFICATE';
const keySetting = 'DRAGOMAN_TLS_KEY';

export function readCertificateFiles(
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
): CertificateFiles | undefined {
  const certificate = env[certificateSetting]?.trim();
  const key = env[keySetting]?.trim();
  if (certificate && key) return { certificate, key };
  if (certificate || key)
    problems.push(`${certificateSetting} and ${keySetting} need each other: set both or neither.`);
  return undefined;
}

/** Throws if the files cannot be read or no client could connect with what they contain. */
export async function readCertificate(files: CertificateFiles, now = Date.now()): Promise<Certificate> {
  const chain = await read(certificateSetting, files.certificate);
  const key = await read(keySetting, files.key);
  const leaf = parseCertificate(chain, files);
  if (!leaf.checkPrivateKey(parseKey(key, files))) {
    throw new OperatorError(
      `${keySetting}: the key in ${files.key} is not that of the certificate in ${files.certificate}.`,
      `Name the two files of one certificate. In the chain, the certificate of the server comes first: docs/run/tls.md`,
    );
  }
  const [validFrom, validUntil] = [new Date(leaf.validFrom), new Date(leaf.validTo)];
  if (validFrom.getTime() > now) {
    throw new OperatorError(
      `${certificateSetting}: the certificate in ${files.certificate} is valid only from ${dayOf(validFrom)} on.`,
      "Name one that is valid today, and check this machine's clock.",
    );
  }
  if (validUntil.getTime() <= now) {
    throw new OperatorError(
      `${certificateSetting}: the certificate in ${files.certificate} expired on ${dayOf(validUntil)}.`,
      'Renew it: docs/run/tls.md',
    );
  }
  refuseWeak({ chain, key }, files);
  const names = namesOf(leaf);
  if (names.length === 0) {
    throw new OperatorError(
      `${certificateSetting}: the certificate in ${files.certificate} has no names, so every client refuses it.`,
      'Have it issued with subject alternative names: docs/run/tls.md',
    );
  }
  return { chain, key, names, validUntil };
}

/**
 * The version is stated because an option of Node could lower its default. With TLS 1.2, a client could have handshakes
 * repeated on one connection, which cost the server more than the client.
 */
export function secureOptions({ chain, key }: Pick<Certificate, 'chain' | 'key'>) {
  return {
    cert: chain,
    key,
    minVersion: 'TLSv1.2',
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  } as const;
}

export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

async function read(setting: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new OperatorError(
      `${setting}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      'Check the path, and that the user who runs Dragoman may read the file.',
      { cause: error },
    );
  }
}

function parseCertificate(chain: string, { certificate }: CertificateFiles): X509Certificate {
  try {
    return new X509Certificate(chain);
  } catch (error) {
    throw new OperatorError(
      `${certificateSetting}: ${certificate} does not begin with a certificate in PEM.`,
      'Convert it, or name the file with the certificate and its chain: docs/run/tls.md',
      { cause: error },
    );
  }
}

function parseKey(pem: string, { key }: CertificateFiles): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new OperatorError(
      `${keySetting}: ${key} does not contain a private key in PEM without a passphrase.`,
      'Convert the key, for example with: openssl pkey -in KEY -out NEW',
      { cause: error },
    );
  }
}

/** OpenSSL refuses short keys, old signatures, and a chain of which a part is damaged. */
function refuseWeak(parts: Pick<Certificate, 'chain' | 'key'>, { certificate }: CertificateFiles): void {
  try {
    createSecureContext(secureOptions(parts));
  } catch (error) {
    throw new OperatorError(
      `${certificateSetting}: OpenSSL refuses the certificate in ${certificate} (${(error as Error).message}).`,
      'Have it issued again with a key that is long enough, and check the chain: docs/run/tls.md',
      { cause: error },
    );
  }
}

function namesOf({ subjectAltName = '' }: X509Certificate): string[] {
  return subjectAltName.split(', ').flatMap((name) => name.replace(/^(DNS|IP Address):/, '') || []);
}
