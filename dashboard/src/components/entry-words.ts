/** Descriptions of audit log entries. Names in them are user input: plain text, never markup. */
import type { AuditEntry } from '../api/team-queries.ts';
import { formatCharacters, formatList, formatTime } from '../lib/format.ts';
import { languageName } from '../lib/language-names.ts';
import { t, tIn } from '../lib/messages.ts';
import { pairName } from '../lib/pair-name.ts';
import { type Action, counted, type Details, named, told } from './audit/entry-values.ts';
import { peopleActions } from './audit/people-entry-words.ts';
import { destinationActions } from './events/destination-entry-words.ts';
import { modelActions } from './model-entry-words.ts';
import { limitName, modeName, scopeName } from './role-words.ts';

/** One line for each action that the server records. */
const actions: Readonly<Record<string, Action>> = {
  'key.created': {
    label: () => t('Key created'),
    tell: keyCreated,
  },
  'key.limited': {
    label: () => t('Limits of a key changed'),
    tell: ({ name, ...limits }) =>
      t('Changed limits of the key {name}: {changes}.', {
        name: named(name),
        changes: changes(limits, tIn('limit of a key', 'none')),
      }),
  },
  'key.expired': {
    label: () => t('Key expired'),
    tell: (d) =>
      t('The key {name} ({fingerprint}) expired.', { name: named(d.name), fingerprint: told(d.fingerprint) }),
  },
  'key.renamed': {
    label: () => t('Key renamed'),
    tell: (d) => t('Renamed the key {from} to {to}.', { from: named(d.from), to: named(d.to) }),
  },
  'key.wait_changed': {
    label: () => t('Waiting time of a key changed'),
    tell: (d) =>
      t('Calls of the key {name} now wait up to {to} s, before {from} s.', {
        name: named(d.name),
        to: told(d.to),
        from: told(d.from),
      }),
  },
  'key.revoked': {
    label: () => t('Key revoked'),
    tell: (d) =>
      t('Revoked the key {name} ({fingerprint}).', { name: named(d.name), fingerprint: told(d.fingerprint) }),
  },
  ...peopleActions,
  ...destinationActions,
  'document.downloaded': {
    label: () => t('Document downloaded'),
    tell: () => t('Downloaded a translated document.'),
  },
  'data.exported': { label: () => t('Data exported'), tell: exported },
  'glossary.created': {
    label: () => t('Glossary created'),
    tell: glossaryCreated,
  },
  'glossary.renamed': {
    label: () => t('Glossary renamed'),
    tell: (d) => t('Renamed the glossary {from} to {to}.', { from: named(d.from), to: named(d.to) }),
  },
  'glossary.deleted': {
    label: () => t('Glossary deleted'),
    tell: (d) => t('Deleted the glossary {name}.', { name: named(d.name) }),
  },
  'glossary.dictionary_replaced': {
    label: () => t('Dictionary replaced'),
    tell: (d) =>
      t(
        'Replaced the dictionary {pair} of a glossary: {count, plural, one {# entry} other {# entries}}, version {version}.',
        { pair: pair(d), count: counted(d.entry_count), version: told(d.version) },
      ),
  },
  'glossary.entries_merged': {
    label: () => t('Entries merged'),
    tell: (d) =>
      t(
        'Merged entries into the dictionary {pair} of a glossary: {count, plural, one {# entry} other {# entries}}, version {version}.',
        { pair: pair(d), count: counted(d.entry_count), version: told(d.version) },
      ),
  },
  'glossary.dictionary_deleted': {
    label: () => t('Dictionary deleted'),
    tell: (d) => t('Deleted the dictionary {pair} of a glossary.', { pair: pair(d) }),
  },
  'style_rules.created': {
    label: () => t('Style rules created'),
    tell: (d) =>
      t('Created the style rules {name} for {language}.', {
        name: named(d.name),
        language: languageName(told(d.language)),
      }),
  },
  'style_rules.renamed': {
    label: () => t('Style rules renamed'),
    tell: (d) => t('Renamed the style rules {from} to {to}.', { from: named(d.from), to: named(d.to) }),
  },
  'style_rules.deleted': {
    label: () => t('Style rules deleted'),
    tell: (d) => t('Deleted the style rules {name}.', { name: named(d.name) }),
  },
  'style_rules.configured': {
    label: () => t('Style rules configured'),
    tell: (d) =>
      t('Replaced the configured style rules: {configuredRules} in total.', {
        configuredRules: told(d.configured_rules),
      }),
  },
  'style_rules.instruction_created': {
    label: () => t('Style instruction created'),
    tell: (d) => t('Added the instruction {label} to style rules.', { label: named(d.label) }),
  },
  'style_rules.instruction_replaced': {
    label: () => t('Style instruction replaced'),
    tell: (d) => t('Replaced the instruction {label} of style rules.', { label: named(d.label) }),
  },
  'style_rules.instruction_deleted': {
    label: () => t('Style instruction deleted'),
    tell: (d) => t('Deleted the instruction {label} of style rules.', { label: named(d.label) }),
  },
  'limits.changed': {
    label: () => t('Limits changed'),
    tell: (d) => t('Changed limits: {changes}.', { changes: changes(d) }),
  },
  'settings.changed': {
    label: () => t('Engines or cache changed'),
    tell: (d) => t('Changed settings: {changes}.', { changes: changes(d) }),
  },
  'credit.added': { label: () => t('Credit changed'), tell: credit },
  'team.created': {
    label: () => t('Team created'),
    tell: (d) =>
      t(
        'Created the team {name} with a quota of {monthlyQuota, plural, one {# character} other {# characters}} a month.',
        { name: named(d.name), monthlyQuota: counted(d.monthly_quota) },
      ),
  },
  'team.renamed': {
    label: () => t('Team renamed'),
    tell: (d) => t('Renamed the team {from} to {to}.', { from: named(d.from), to: named(d.to) }),
  },
  'team.suspended': {
    label: () => t('Team suspended'),
    tell: (d) => t('Suspended the team: {reason}', { reason: told(d.reason) }),
  },
  'team.resumed': {
    label: () => t('Team resumed'),
    tell: (d) => t('Resumed the team: {reason}', { reason: told(d.reason) }),
  },
  'audit.trimmed': {
    label: () => t('Old entries removed'),
    tell: ({ before }) =>
      t('Removed the entries of this log from before {time}, as its retention says.', {
        time: typeof before === 'string' ? formatTime(before) : told(before),
      }),
  },
  'team.erased': { label: () => t('Team erased'), tell: () => t('Erased the team.') },
};

export function actionChoices() {
  return Object.entries(actions).map(([value, { label }]) => ({ value, label: label() }));
}

/** Entries of the installation's log do not appear in a team's. */
const allActions: Readonly<Record<string, Pick<Action, 'tell'>>> = { ...actions, ...modelActions };

interface ToldEntry extends Pick<AuditEntry, 'action' | 'details'> {
  readonly subject: Pick<AuditEntry['subject'], 'id'>;
}

export function describeEntry({ action, details, subject }: ToldEntry): string {
  // An action that this version of the page does not know is shown by its name; its details show the change.
  if (!Object.hasOwn(allActions, action)) return action;
  return allActions[action]?.tell(details, subject.id) ?? action;
}

export function describeActor({ type, name, id }: AuditEntry['actor']): string {
  if (type === 'unknown') return t('Somebody who is not signed in');
  const who = name ?? id ?? t('unknown');
  if (type === 'key') return t('key {who}', { who: named(who) });
  return type === 'command_line' ? t('{who}, on the server', { who }) : who;
}

function pair({ source_lang, target_lang }: Details): string {
  return pairName(told(source_lang), told(target_lang));
}

function exported({ data }: Details): string {
  if (data === 'usage') return t('Exported the usage as CSV.');
  return data === 'audit' ? t('Exported the audit log as CSV.') : t('Exported the requests as CSV.');
}

function keyCreated({ mode, name, fingerprint, scopes, limits }: Details): string {
  const [shownMode, key, print] = [modeName(told(mode)), named(name), told(fingerprint)];
  const may = Array.isArray(scopes) ? formatList(scopes.map(scopeName)) : told(scopes);
  const own = Object.entries(Object(limits)).map(([limit, value]) =>
    t('{limit}: {value}', { limit: limitName(limit), value: told(value) }),
  );
  return own.length === 0
    ? t('Created the {mode} key {name} ({fingerprint}): {scopes}.', {
        mode: shownMode,
        name: key,
        fingerprint: print,
        scopes: may,
      })
    : t('Created the {mode} key {name} ({fingerprint}): {scopes}. Its limits: {limits}.', {
        mode: shownMode,
        name: key,
        fingerprint: print,
        scopes: may,
        limits: formatList(own),
      });
}

function glossaryCreated({ name, dictionaries }: Details): string {
  const glossary = named(name);
  if (!Array.isArray(dictionaries) || dictionaries.length === 0)
    return t('Created the glossary {glossary}.', { glossary });
  const pairs = dictionaries.map((one) =>
    t('{pair} ({count, plural, one {# entry} other {# entries}})', {
      pair: pair(one),
      count: counted(one.entry_count),
    }),
  );
  return t('Created the glossary {glossary}: {pairs}.', { glossary, pairs: formatList(pairs) });
}

/** `Burst of requests from 200 to 7`. `without`: what no limit is called. */
function changes(details: Details, without = told(null)): string {
  const changed = Object.entries(details).map(([name, value]) => {
    const { from, to } = Object(value) as { from?: unknown; to?: unknown };
    return t('{limit} from {from} to {to}', {
      limit: limitName(name),
      from: from === null ? without : told(from),
      to: to === null ? without : told(to),
    });
  });
  return formatList(changed);
}

function credit({ characters: change, reason, credit_left }: Details): string {
  const amount = counted(change);
  const characters = formatCharacters(Math.abs(amount));
  return amount < 0
    ? t('Took back {characters} of credit, {creditLeft} left: {reason}', {
        characters,
        creditLeft: told(credit_left),
        reason: told(reason),
      })
    : t('Added {characters} of credit, {creditLeft} left: {reason}', {
        characters,
        creditLeft: told(credit_left),
        reason: told(reason),
      });
}
