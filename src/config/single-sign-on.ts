/** The environment's settings for how people sign in: single sign-on by OpenID Connect, which is off unless set, and passwords. */
import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Errors } from 'typebox/value';
import { parseDocument } from 'yaml';
import { type OperatorRole, operatorRoles } from '../lib/operator-role.ts';
import { ruleInWords } from '../lib/schema-words.ts';
import { type TeamRole, teamRoles } from '../lib/team-role.ts';
import { secretOf } from './documents.ts';

export interface SingleSignOnConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the button on the sign-in page names. */
  readonly name: string;
  readonly scopes: string;
  readonly groupsClaim: string;
  /** Where the provider sends people back to. */
  readonly redirectUrl: string;
  /** Where people are after they signed out at the provider. */
  readonly homeUrl: string;
  /** Whether the provider's addresses are right although it does not say that it verified them. */
  readonly trustsEmail: boolean;
  /** Undefined: groups have no meaning, and roles are given on the dashboard. */
  readonly groups: readonly GroupRule[] | undefined;
}

/** What the members of a group get: a role in a team, or a role as an operator. */
export type GroupRule = { readonly group: string } & (
  | { readonly operator: OperatorRole }
  | { readonly team: string; readonly role: TeamRole }
);

export interface PasswordConfig {
  readonly isOn: boolean;
  /** The operator who may sign in with a password although passwords are off, for when the provider is down. */
  readonly breakGlass: string | undefined;
}

export interface SignInConfig {
  readonly singleSignOn: SingleSignOnConfig | undefined;
  readonly passwords: PasswordConfig;
  /** The address of the dashboard as people open it; undefined: on this machine. */
  readonly consoleUrl: string | undefined;
  /** Whether operators who sign in with a password must have a second factor. */
  readonly operatorsNeedFactor: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readSignIn(env: Environment, problems: string[]): SignInConfig {
  const consoleUrl = readConsoleUrl(env, problems);
  const singleSignOn = readProvider(env, problems, consoleUrl);
  return {
    singleSignOn,
    consoleUrl,
    passwords: readPasswords(env, problems, singleSignOn !== undefined),
    // Off unless set, so that an upgrade changes nothing. `dragoman init` sets it for new installations.
    operatorsNeedFactor: readSwitch('DRAGOMAN_OPERATOR_SECOND_FACTOR', env, problems, false),
  };
}

/** Stored with every account. */
const maxIssuerLength = 500;

function readProvider(
  env: Environment,
  problems: string[],
  consoleUrl: string | undefined,
): SingleSignOnConfig | undefined {
  const issuer = env.DRAGOMAN_OIDC_ISSUER?.trim();
  if (!issuer) return undefined;
  const address = URL.parse(issuer);
  if (address === null || !(address.protocol === 'https:' || isOnThisMachine(address)) || address.search)
    problems.push(
      'DRAGOMAN_OIDC_ISSUER must be the https:// address of the provider, as its metadata names it.',
    );
  if (issuer.length > maxIssuerLength)
    problems.push(`DRAGOMAN_OIDC_ISSUER must have at most ${maxIssuerLength} characters.`);
  const clientId = env.DRAGOMAN_OIDC_CLIENT_ID?.trim() ?? '';
  if (clientId === '') problems.push('DRAGOMAN_OIDC_CLIENT_ID must be set, because DRAGOMAN_OIDC_ISSUER is.');
  const clientSecret = secretOf('DRAGOMAN_OIDC_CLIENT_SECRET', env, problems) ?? '';
  if (clientSecret === '')
    problems.push('DRAGOMAN_OIDC_CLIENT_SECRET must be set, because DRAGOMAN_OIDC_ISSUER is.');
  if (!env.DRAGOMAN_CONSOLE_URL?.trim())
    problems.push(
      'DRAGOMAN_CONSOLE_URL must be the address of the dashboard, such as https://dragoman.example.org, because DRAGOMAN_OIDC_ISSUER is set.',
    );
  const homeUrl = consoleUrl ?? '';
  return {
    issuer,
    clientId,
    clientSecret,
    name: env.DRAGOMAN_OIDC_NAME?.trim().slice(0, 60) || 'single sign-on',
    scopes: env.DRAGOMAN_OIDC_SCOPES?.trim() || 'openid email profile',
    groupsClaim: env.DRAGOMAN_OIDC_GROUPS_CLAIM?.trim() || 'groups',
    redirectUrl: `${homeUrl}/sign-in/return`,
    homeUrl: `${homeUrl}/sign-in`,
    trustsEmail: readSwitch('DRAGOMAN_OIDC_TRUST_EMAIL', env, problems, false),
    groups: readGroups(env, problems),
  };
}

function isOnThisMachine({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

function readConsoleUrl(env: Environment, problems: string[]): string | undefined {
  const raw = env.DRAGOMAN_CONSOLE_URL?.trim();
  if (!raw) return undefined;
  const url = URL.parse(raw);
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === '';
  if (isPlain && url.pathname === '/') return url.origin;
  problems.push(
    'DRAGOMAN_CONSOLE_URL must be the address of the dashboard without a path, such as https://dragoman.example.org.',
  );
  return undefined;
}

const groupsSchema = Type.Array(
  Type.Object(
    {
      group: Type.String({ minLength: 1 }),
      team: Type.Optional(Type.String({ minLength: 1 })),
      role: Type.Optional(Type.Enum([...teamRoles])),
      // `true` is what mappings said before there were roles.
      operator: Type.Optional(Type.Union([Type.Literal(true), Type.Enum([...operatorRoles])])),
    },
    { additionalProperties: false },
  ),
  { minItems: 1, maxItems: 10_000 },
);

function readGroups(env: Environment, problems: string[]): GroupRule[] | undefined {
  const path = env.DRAGOMAN_OIDC_GROUPS_FILE?.trim();
  if (!path) return undefined;
  const rules = parseGroups(path, problems);
  for (const [i, rule] of rules.entries()) {
    const isRole = rule.team !== undefined && rule.role !== undefined && rule.operator === undefined;
    const isOperator = rule.operator !== undefined && rule.team === undefined && rule.role === undefined;
    if (isRole || isOperator) continue;
    problems.push(
      `${path}: entry ${i + 1} must have "team" and "role", or "operator" with one of ${operatorRoles.join(', ')}.`,
    );
  }
  return rules.map((rule) => ({ ...rule, ...(rule.operator === true && { operator: 'full' }) }) as GroupRule);
}

type WrittenRule = { group: string; team?: string; role?: TeamRole; operator?: true | OperatorRole };

function parseGroups(path: string, problems: string[]): WrittenRule[] {
  try {
    const value: unknown = parseDocument(readFileSync(path, 'utf8')).toJS();
    const faults = Errors(groupsSchema, value);
    for (const fault of faults) {
      const place = fault.instancePath.split('/').slice(1).join('.') || 'the file';
      problems.push(`${path}: ${place} ${ruleInWords(fault)}.`);
    }
    return faults.length === 0 ? (value as WrittenRule[]) : [];
  } catch {
    problems.push(`The file ${path} of DRAGOMAN_OIDC_GROUPS_FILE cannot be read as YAML.`);
    return [];
  }
}

function readPasswords(env: Environment, problems: string[], hasSingleSignOn: boolean): PasswordConfig {
  const isOn = readSwitch('DRAGOMAN_PASSWORD_SIGN_IN', env, problems, true);
  const breakGlass = env.DRAGOMAN_BREAK_GLASS_OPERATOR?.trim().normalize('NFC').toLowerCase() || undefined;
  if (!isOn && !hasSingleSignOn)
    problems.push('DRAGOMAN_PASSWORD_SIGN_IN may be off only with single sign-on: set DRAGOMAN_OIDC_ISSUER.');
  if (!isOn && breakGlass === undefined)
    problems.push(
      'DRAGOMAN_BREAK_GLASS_OPERATOR must name the operator who may still sign in with a password, because DRAGOMAN_PASSWORD_SIGN_IN is off.',
    );
  return { isOn, breakGlass };
}

function readSwitch(name: string, env: Environment, problems: string[], fallback: boolean): boolean {
  const raw = env[name]?.trim().toLowerCase();
  if (!raw) return fallback;
  if (raw !== 'on' && raw !== 'off') problems.push(`${name} must be on or off, not "${raw}".`);
  return raw === 'on';
}
