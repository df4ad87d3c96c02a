/**
 * The environment file: one NAME=value per line, in a form that systemd, a shell (`set -a; . ./dragoman.env`)
 * and `docker compose` read identically. It contains secrets, so only its owner may read it.
 */
import { parseEnv } from 'node:util';
import { OperatorError } from '../../lib/errors.ts';

export type Settings = Readonly<Record<string, string>>;

/** Characters that have no special meaning in a shell. */
const plain = /^[\w.,:/@%+=~-]*$/;

export function formatEnvironment(settings: Settings): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quote(name, value)}`);
  return `# Written by dragoman init; docs/run/configuration.md explains every setting.\n${lines.join('\n')}\n`;
}

function quote(name: string, value: string): string {
  if (plain.test(value)) return value;
  if (/['\\]|\p{Cc}/u.test(value)) {
    throw new OperatorError(
      `${name} contains a quote, a backslash or a control character.`,
      'In an address, write it percent-encoded: %27 for a quote, %5C for a backslash.',
    );
  }
  return `'${value}'`;
}

export function parseEnvironment(content: string): Settings {
  return Object.fromEntries(Object.entries(parseEnv(content)).map(([name, value]) => [name, value ?? '']));
}
