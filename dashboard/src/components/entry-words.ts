/** Descriptions of audit log entries. Names in them are user input: plain text, never markup. */
import type { AuditEntry } from '../api/team-queries.ts';
import { formatCharacters, formatNumber, plural } from '../lib/format.ts';

type Details = AuditEntry['details'];

interface Action {
  readonly label: string;
  readonly tell: (details: Details) => string;
}

/** One line for each action that the server records. */
const actions: Readonly<Record<string, Action>> = {
  'key.created': {
    label: 'Key created',
    tell: (d) =>
      `Created the ${told(d.mode)} key ${named(d.name)} for ${list(d.scopes)} (${told(d.fingerprint)}).`,
  },
  'key.renamed': { label: 'Key renamed', tell: (d) => `Renamed the key ${named(d.from)} to ${named(d.to)}.` },
  'key.wait_changed': {
    label: 'Waiting time of a key changed',
    tell: (d) =>
      `Calls of the key ${named(d.name)} now wait up to ${told(d.to)} s, before ${told(d.from)} s.`,
  },
  'key.revoked': {
    label: 'Key revoked',
    tell: (d) => `Revoked the key ${named(d.name)} (${told(d.fingerprint)}).`,
  },
  'user.created': {
    label: 'User created',
    tell: (d) => `Created the user ${told(d.email)} as ${told(d.role)}.`,
  },
  'user.invited': { label: 'User invited', tell: (d) => `Invited ${told(d.email)} as ${told(d.role)}.` },
  'user.invitation_revoked': {
    label: 'Invitation revoked',
    tell: (d) => `Revoked the invitation for ${told(d.email)} as ${told(d.role)}.`,
  },
  'user.joined': { label: 'User joined', tell: (d) => `${told(d.email)} joined as ${told(d.role)}.` },
  'user.role_changed': {
    label: 'Role changed',
    tell: (d) => `Changed the role of ${told(d.email)} from ${told(d.from)} to ${told(d.to)}.`,
  },
  'user.removed': {
    label: 'User removed',
    tell: (d) => `Removed ${told(d.email)}, who was ${told(d.role)}.`,
  },
  'user.password_reset': {
    label: 'Password reset link created',
    tell: (d) => `Created a password reset link for ${told(d.email)}.`,
  },
  'user.password_changed': {
    label: 'Password changed',
    tell: (d) => `Changed the password of ${told(d.email)}; other sessions ended.`,
  },
  'session.started': { label: 'Signed in', tell: () => 'Signed in.' },
  'session.ended': {
    label: 'Session ended',
    tell: (d) =>
      d.email === undefined ? 'Ended one of their own sessions.' : `Ended a session of ${told(d.email)}.`,
  },
  'glossary.created': {
    label: 'Glossary created',
    tell: glossaryCreated,
  },
  'glossary.renamed': {
    label: 'Glossary renamed',
    tell: (d) => `Renamed the glossary ${named(d.from)} to ${named(d.to)}.`,
  },
  'glossary.deleted': { label: 'Glossary deleted', tell: (d) => `Deleted the glossary ${named(d.name)}.` },
  'glossary.dictionary_replaced': {
    label: 'Dictionary replaced',
    tell: (d) =>
      `Replaced the dictionary ${pair(d)} of a glossary: ${entries(d)}, version ${told(d.version)}.`,
  },
  'glossary.entries_merged': {
    label: 'Entries merged',
    tell: (d) =>
      `Merged entries into the dictionary ${pair(d)} of a glossary: ${entries(d)}, version ${told(d.version)}.`,
  },
  'glossary.dictionary_deleted': {
    label: 'Dictionary deleted',
    tell: (d) => `Deleted the dictionary ${pair(d)} of a glossary.`,
  },
  'style_rules.created': {
    label: 'Style rules created',
    tell: (d) => `Created the style rules ${named(d.name)} for ${told(d.language)}.`,
  },
  'style_rules.renamed': {
    label: 'Style rules renamed',
    tell: (d) => `Renamed the style rules ${named(d.from)} to ${named(d.to)}.`,
  },
  'style_rules.deleted': {
    label: 'Style rules deleted',
    tell: (d) => `Deleted the style rules ${named(d.name)}.`,
  },
  'style_rules.configured': {
    label: 'Style rules configured',
    tell: (d) => `Replaced the configured style rules: ${told(d.configured_rules)} in total.`,
  },
  'style_rules.instruction_created': {
    label: 'Style instruction created',
    tell: (d) => `Added the instruction ${named(d.label)} to style rules.`,
  },
  'style_rules.instruction_replaced': {
    label: 'Style instruction replaced',
    tell: (d) => `Replaced the instruction ${named(d.label)} of style rules.`,
  },
  'style_rules.instruction_deleted': {
    label: 'Style instruction deleted',
    tell: (d) => `Deleted the instruction ${named(d.label)} of style rules.`,
  },
  'limits.changed': { label: 'Limits changed', tell: (d) => `Changed limits: ${changes(d)}.` },
  'settings.changed': { label: 'Engines or cache changed', tell: (d) => `Changed settings: ${changes(d)}.` },
  'credit.added': { label: 'Credit changed', tell: credit },
  'team.created': {
    label: 'Team created',
    tell: (d) =>
      `Created the team ${named(d.name)} with a quota of ${told(d.monthly_quota)} characters a month.`,
  },
  'team.suspended': { label: 'Team suspended', tell: (d) => `Suspended the team: ${told(d.reason)}` },
  'team.resumed': { label: 'Team resumed', tell: (d) => `Resumed the team: ${told(d.reason)}` },
  'team.erased': { label: 'Team erased', tell: () => 'Erased the team.' },
};

export const actionChoices = Object.entries(actions).map(([value, { label }]) => ({ value, label }));

export function describeEntry({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string {
  // An action that this version of the page does not know is shown by its name; its details show the change.
  return Object.hasOwn(actions, action) ? (actions[action]?.tell(details) ?? action) : action;
}

export function describeActor({ type, name, id }: AuditEntry['actor']): string {
  const who = name ?? id ?? 'unknown';
  if (type === 'key') return `key ${named(who)}`;
  return type === 'command_line' ? `${who}, on the server` : who;
}

function told(value: unknown): string {
  if (value === null) return 'all';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? list(value) : String(value ?? '?');
}

function named(value: unknown): string {
  return `"${told(value)}"`;
}

function list(value: unknown): string {
  return Array.isArray(value) ? value.map(told).join(', ') : told(value);
}

function pair({ source_lang, target_lang }: Details): string {
  return `${told(source_lang)} → ${told(target_lang)}`;
}

function entries({ entry_count }: Details): string {
  if (typeof entry_count !== 'number') return told(entry_count);
  return plural(entry_count, { one: '# entry', other: '# entries' });
}

function glossaryCreated({ name, dictionaries }: Details): string {
  const glossary = named(name);
  if (!Array.isArray(dictionaries) || dictionaries.length === 0) return `Created the glossary ${glossary}.`;
  const pairs = dictionaries.map((one) => `${pair(one)} (${entries(one)})`).join(', ');
  return `Created the glossary ${glossary} with ${pairs}.`;
}

/** `requests burst from 200 to 7`. */
function changes(details: Details): string {
  return Object.entries(details)
    .map(([name, value]) => {
      const { from, to } = Object(value) as { from?: unknown; to?: unknown };
      return `${name.replaceAll('_', ' ')} from ${told(from)} to ${told(to)}`;
    })
    .join(', ');
}

function credit({ characters: change, reason, credit_left }: Details): string {
  const amount = typeof change === 'number' ? change : 0;
  const characters = formatCharacters(Math.abs(amount));
  return amount < 0
    ? `Took back ${characters} of credit, ${told(credit_left)} left: ${told(reason)}`
    : `Added ${characters} of credit, ${told(credit_left)} left: ${told(reason)}`;
}
