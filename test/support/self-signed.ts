/** Certificates that are wrong in one way, or about to expire. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface SelfSigned {
  readonly name: string;
  readonly days: number;
  /** Arguments of `openssl req -newkey`. */
  readonly newKey: readonly string[];
  /** What clients may call the server. */
  readonly names: readonly string[];
  /** When it begins, as `faketime` understands it; today if it is undefined. */
  readonly from: string | undefined;
}

const usual = {
  newKey: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  names: ['localhost'],
  from: undefined,
};

/** A certificate that is signed by itself, in the folder under its name. */
export function makeSelfSigned(
  folder: string,
  wanted: Pick<SelfSigned, 'name' | 'days'> & Partial<SelfSigned>,
) {
  const { name, days, newKey, names, from }: SelfSigned = { ...usual, ...wanted };
  const file = (ending: string) => join(folder, `${name}.${ending}`);
  const [certificate, key, request] = [file('crt'), file('key'), file('csr')];
  const openssl = (...args: string[]) => {
    const [program = '', ...rest] = [
      ...(from === undefined ? [] : ['faketime', '-f', from]),
      'openssl',
      ...args,
    ];
    execFileSync(program, rest, { stdio: 'ignore' });
  };
  const extensions = names.flatMap((each) => ['-addext', `subjectAltName=DNS:${each}`]);
  openssl(
    ...['req', '-new', '-newkey', ...newKey, '-noenc', '-subj', '/CN=x', ...extensions],
    ...['-keyout', key, '-out', request],
  );
  openssl(
    ...['x509', '-req', '-copy_extensions', 'copy', '-in', request, '-key', key],
    ...['-days', String(days), '-out', certificate],
  );
  return { certificate, key };
}
