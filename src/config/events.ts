/** The environment's settings for events: which addresses webhooks may reach, how long events are kept, and the mail server. */
import { isNetwork } from '../lib/networks.ts';
import { secretOf } from './documents.ts';

export interface EventsConfig {
  /** Networks that are not public and that webhooks may reach nevertheless. */
  readonly networks: readonly string[];
  readonly allowsHttp: boolean;
  readonly timeoutMs: number;
  /** The first pause before a failed delivery is tried again. */
  readonly firstPauseMs: number;
  readonly daysKept: number;
  /** Undefined: no mail is sent. */
  readonly smtp: SmtpConfig | undefined;
  /** Domains to which any team may have mail sent, in lower case. */
  readonly mailDomains: readonly string[];
}

export interface SmtpConfig {
  readonly host: string;
  readonly port: number;
  /** `starttls` is required, not tried: a server that does not offer it gets no mail. */
  readonly tls: 'starttls' | 'tls' | 'none';
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly from: string;
}

type Environment = Readonly<Record<string, string | undefined>>;
type ReadInteger = (name: string, fallback: number, min: number, max: number) => number;

export function readEvents(
  env: Environment,
  problems: string[],
  integer: ReadInteger,
  isTest: boolean,
): EventsConfig {
  return {
    networks: readNetworks(env, problems),
    allowsHttp: readSwitch('DRAGOMAN_WEBHOOK_HTTP', env, problems),
    // Short enough that an attempt and the writing of its end fit into a lease.
    timeoutMs: integer('DRAGOMAN_WEBHOOK_TIMEOUT_MS', 15_000, isTest ? 50 : 1_000, 30_000),
    firstPauseMs: integer('DRAGOMAN_WEBHOOK_RETRY_MS', 5_000, isTest ? 1 : 1_000, 60_000),
    // A month at least: an event that is recorded once a month would otherwise be recorded twice.
    daysKept: integer('DRAGOMAN_EVENT_DAYS', 40, 35, 400),
    smtp: readSmtp(env, problems, integer),
    mailDomains: listOf(env.DRAGOMAN_MAIL_DOMAINS).map((domain) => domain.toLowerCase()),
  };
}

function readNetworks(env: Environment, problems: string[]): string[] {
  const networks = listOf(env.DRAGOMAN_WEBHOOK_NETWORKS);
  for (const network of networks) {
    if (isNetwork(network)) continue;
    problems.push(
      `DRAGOMAN_WEBHOOK_NETWORKS must list addresses or networks (10.0.0.0/8), not "${network}".`,
    );
  }
  return networks;
}

function readSwitch(name: string, env: Environment, problems: string[]): boolean {
  const value = env[name]?.trim() || 'off';
  if (value !== 'on' && value !== 'off') problems.push(`${name} must be on or off, not "${value}".`);
  return value === 'on';
}

const tlsKinds = ['starttls', 'tls', 'none'] as const;
/** What mail programs use. */
const usualPorts = { starttls: 587, tls: 465, none: 25 } as const;

function readSmtp(env: Environment, problems: string[], integer: ReadInteger): SmtpConfig | undefined {
  const host = env.DRAGOMAN_SMTP_HOST?.trim();
  if (!host) return undefined;
  const wanted = env.DRAGOMAN_SMTP_TLS?.trim() || 'starttls';
  const tls = tlsKinds.find((kind) => kind === wanted);
  if (tls === undefined) problems.push(`DRAGOMAN_SMTP_TLS must be starttls, tls or none, not "${wanted}".`);
  const port = integer('DRAGOMAN_SMTP_PORT', usualPorts[tls ?? 'starttls'], 1, 65_535);
  const user = env.DRAGOMAN_SMTP_USER?.trim() || undefined;
  const password = secretOf('DRAGOMAN_SMTP_PASSWORD', env, problems);
  if ((user === undefined) !== (password === undefined))
    problems.push('DRAGOMAN_SMTP_USER and DRAGOMAN_SMTP_PASSWORD need each other: set both or neither.');
  if (user !== undefined && tls === 'none')
    problems.push(
      'DRAGOMAN_SMTP_TLS is none, so the password would be sent in the clear. Use starttls or tls.',
    );
  const from = env.DRAGOMAN_SMTP_FROM?.trim() ?? '';
  if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(from))
    problems.push(
      'DRAGOMAN_SMTP_FROM must be the address that mail comes from, such as dragoman@example.org.',
    );
  return { host, port, tls: tls ?? 'starttls', user, password, from };
}

function listOf(value = ''): string[] {
  return value.split(/[\s,]+/).filter(Boolean);
}
