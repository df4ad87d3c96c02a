/** The limits of a key as options of commands, and in the words of their output. */
import { type Command, InvalidArgumentError } from 'commander';
import { readKeyPair } from '../lib/key-language-pair.ts';
import { hasLimits, type KeyLimits, maxKeyLimits } from '../lib/key-limits.ts';
import { isNetwork } from '../lib/networks.ts';
import { parseTime } from '../lib/time-text.ts';
import { wholeNumber } from './whole-number.ts';

/** What removes a limit from a key that has it. Commander would make an empty text of null. */
const none = 'none';

type OrNone<T> = T | typeof none;

export interface KeyLimitOptions {
  readonly expires?: OrNone<Date>;
  readonly networks?: OrNone<readonly string[]>;
  readonly engines?: OrNone<readonly string[]>;
  readonly languagePairs?: OrNone<readonly string[]>;
  readonly requestsPerSecond?: OrNone<number>;
  readonly charactersPerMinute?: OrNone<number>;
  readonly monthlyCharacters?: OrNone<number>;
}

export function addKeyLimitOptions(command: Command): Command {
  return command
    .option(
      '--expires <time>',
      'from when on it is refused: an RFC 3339 time, or a date in UTC',
      orNone(readExpiry),
    )
    .option('--networks <list>', 'from which addresses and networks it is accepted', orNone(readNetworks))
    .option('--engines <list>', "which of the team's engines it may use", orNone(readList))
    .option('--language-pairs <list>', 'which pairs it may translate: EN-DE, EN-*, *-DE', orNone(readPairs))
    .option('--requests-per-second <n>', 'its own rate', orNone(from(1, maxKeyLimits.requestsPerSecond)))
    .option(
      '--characters-per-minute <n>',
      'its own characters per minute',
      orNone(from(1, maxKeyLimits.charactersPerMinute)),
    )
    .option(
      '--monthly-characters <n>',
      'its own budget in a calendar month (UTC)',
      orNone(from(0, maxKeyLimits.monthlyCharacters)),
    );
}

/** The limits that the options name; null for those to be removed. */
export function keyLimitsFrom(options: KeyLimitOptions): Partial<KeyLimits> {
  const { expires, networks, engines, languagePairs } = options;
  const { requestsPerSecond, charactersPerMinute, monthlyCharacters } = options;
  return {
    ...(expires !== undefined && { expiresAt: limitFrom(expires) }),
    ...(networks !== undefined && { networks: limitFrom(networks) }),
    ...(engines !== undefined && { engines: limitFrom(engines) }),
    ...(languagePairs !== undefined && { languagePairs: limitFrom(languagePairs) }),
    ...(requestsPerSecond !== undefined && { requestsPerSecond: limitFrom(requestsPerSecond) }),
    ...(charactersPerMinute !== undefined && { charactersPerMinute: limitFrom(charactersPerMinute) }),
    ...(monthlyCharacters !== undefined && { monthlyCharacters: limitFrom(monthlyCharacters) }),
  };
}

function limitFrom<T>(option: OrNone<T>): T | null {
  return option === none ? null : option;
}

/** `12 characters left of 100 a month; engines: apertium`. */
export function limitsInWords(key: KeyLimits & { readonly charactersLeft: number | null }): string {
  if (!hasLimits(key)) return 'none';
  const number = (n: number) => n.toLocaleString('en');
  const { networks, engines, languagePairs, requestsPerSecond, charactersPerMinute, monthlyCharacters } = key;
  const left = number(key.charactersLeft ?? 0);
  return [
    key.expiresAt && `expires ${key.expiresAt.toISOString()}`,
    monthlyCharacters !== null && `${left} characters left of ${number(monthlyCharacters)} a month`,
    requestsPerSecond !== null && `${number(requestsPerSecond)} requests per second`,
    charactersPerMinute !== null && `${number(charactersPerMinute)} characters per minute`,
    engines && `engines: ${engines.join(', ')}`,
    languagePairs && `pairs: ${languagePairs.join(', ')}`,
    networks && `networks: ${networks.join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ');
}

function orNone<T>(read: (value: string) => T): (value: string) => OrNone<T> {
  return (value) => (value === none ? none : read(value));
}

function readExpiry(value: string): Date {
  const time = parseTime(value);
  if (time === undefined)
    throw new InvalidArgumentError('Give a time such as 2027-01-31 or 2027-01-31T12:00:00Z.');
  if (time.getTime() <= Date.now())
    throw new InvalidArgumentError(
      'Give a time in the future. To end a key now, run: dragoman key revoke <id>',
    );
  return time;
}

function readList(value: string): string[] {
  const items = value.split(',').map((item) => item.trim());
  if (items.includes('')) throw new InvalidArgumentError('Give a list, separated by commas.');
  return [...new Set(items)];
}

function readNetworks(value: string): string[] {
  return readList(value).map((network) => {
    if (!isNetwork(network)) throw new InvalidArgumentError(`"${network}" is no address and no network.`);
    return network;
  });
}

function readPairs(value: string): string[] {
  return readList(value).map((text) => {
    const pair = readKeyPair(text);
    if (pair === undefined)
      throw new InvalidArgumentError(`"${text}" is no pair. Give pairs such as EN-DE, EN-* or *-DE.`);
    return pair;
  });
}

function from(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = wholeNumber(value);
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most.toLocaleString('en')}.`);
  };
}
