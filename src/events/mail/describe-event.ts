/** An event as a mail: a subject and a few sentences. Every value is cut, so that no name can make a mail long. */
import { testEvent } from '../event-types.ts';

export interface EventMail {
  readonly subject: string;
  readonly text: string;
}

export interface EventToDescribe {
  readonly type: string;
  readonly at: Date;
  readonly teamName: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

const maxValueLength = 300;

export function describeEvent(event: EventToDescribe): EventMail {
  const { type, at, teamName } = event;
  const { title, sentences } = wordsOf(new Facts(event.data), type);
  const where = teamName === null ? 'the installation' : `the team ${cut(teamName)}`;
  const text = [
    ...sentences,
    '',
    `This concerns ${where}. It happened at ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    `Dragoman sends this mail because a destination for events asks for ${type}. An owner of the team, or an operator, can change that on the dashboard.`,
    '',
  ].join('\n');
  const subject = `[Dragoman${teamName === null ? '' : ` ${cut(teamName, 60)}`}] ${title}`;
  return { subject, text };
}

interface Words {
  readonly title: string;
  readonly sentences: readonly string[];
}

function wordsOf(facts: Facts, type: string): Words {
  switch (type) {
    case 'budget.reached':
      return {
        title: `${facts.text('percent')} % of the monthly quota is used`,
        sentences: [
          `The team has used ${facts.count('quota_used')} of the ${facts.count('quota')} characters of ${facts.text('month')}.`,
          `It has ${facts.count('credit_left')} characters of credit. When quota and credit are used up, calls are refused with 456.`,
        ],
      };
    case 'budget.running_out':
      return {
        title: `The characters will run out on ${facts.text('runs_out_at').slice(0, 10)}`,
        sentences: [
          `At the pace of the last seven days, quota and credit run out on ${facts.text('runs_out_at').slice(0, 10)}, before the end of the month.`,
          `${facts.count('characters_left')} characters are left. Ask your operator for more quota or credit, or use less.`,
        ],
      };
    case 'key.created':
      return {
        title: `The key ${facts.text('key', 'name')} was created`,
        sentences: [`${facts.actor()} created the key ${facts.key()}.`],
      };
    case 'key.revoked':
      return {
        title: `The key ${facts.text('key', 'name')} was revoked`,
        sentences: [`${facts.actor()} revoked the key ${facts.key()}. Calls with it are refused.`],
      };
    case 'key.expiring':
      return {
        title: `The key ${facts.text('key', 'name')} expires soon`,
        sentences: [
          `The key ${facts.key()} expires at ${facts.text('expires_at').slice(0, 16).replace('T', ' ')} UTC. Calls with it are refused from then on.`,
          'Create another key, or change the end of this one.',
        ],
      };
    case 'key.expired':
      return {
        title: `The key ${facts.text('key', 'name')} has expired`,
        sentences: [`The key ${facts.key()} has expired. Calls with it are refused.`],
      };
    case 'document.ready':
      return {
        title: 'A document is ready',
        sentences: [`The ${facts.document()} is translated. It can be downloaded until it is deleted.`],
      };
    case 'document.failed':
      return {
        title: 'A document could not be translated',
        sentences: [`The ${facts.document()} failed with ${facts.text('error_code')}. It was not charged.`],
      };
    case 'sign_in.new_device':
      return {
        title: `${facts.text('user', 'email')} signed in with a new browser`,
        sentences: [
          `${facts.text('user', 'email')} signed in from ${facts.text('address')} with a browser that they had not used before: ${facts.text('browser')}.`,
          'If that was somebody else, change the password and end the sessions of this account.',
        ],
      };
    case 'destination.disabled':
      return {
        title: `The destination ${facts.text('destination', 'name')} was turned off`,
        sentences: [
          `The destination for events ${facts.text('destination', 'name')} has failed since ${facts.text('failing_since').slice(0, 10)} and was turned off.`,
          'Repair the receiver, then turn the destination on again. Its delivery log can send the missed events again.',
        ],
      };
    case 'audit.entry':
      return {
        title: facts.text('action'),
        sentences: [
          `${facts.actor()}: ${facts.text('action')} (${facts.text('subject', 'type')} ${facts.text('subject', 'id')}). The audit log has the details.`,
        ],
      };
    case 'engine.unhealthy':
      return {
        title: `The engine ${facts.text('engine')} is unhealthy`,
        sentences: [
          `${facts.length('nodes')} of the nodes do not reach the engine ${facts.text('engine')}. ${facts.count('healthy_nodes')} reach it.`,
        ],
      };
    case 'engine.healthy':
      return {
        title: `The engine ${facts.text('engine')} is healthy again`,
        sentences: [`Every node reaches the engine ${facts.text('engine')} again.`],
      };
    case testEvent.type:
      return {
        title: 'A test',
        sentences: [`This is a test of the destination ${facts.text('destination', 'name')}. Mail arrives.`],
      };
    default:
      return { title: type, sentences: [`The event ${type} was recorded.`] };
  }
}

/** The values of an event's data as text of one line. */
class Facts {
  readonly #data: Readonly<Record<string, unknown>>;

  constructor(data: Readonly<Record<string, unknown>>) {
    this.#data = data;
  }

  text(...path: readonly string[]): string {
    const value = path.reduce<unknown>(
      (found, member) => (found as Record<string, unknown> | undefined | null)?.[member],
      this.#data,
    );
    return typeof value === 'string' || typeof value === 'number' ? cut(String(value)) : 'unknown';
  }

  count(member: string): string {
    const value = this.#data[member];
    return typeof value === 'number' ? value.toLocaleString('en') : '0';
  }

  length(member: string): number {
    const value = this.#data[member];
    return Array.isArray(value) ? value.length : 0;
  }

  key(): string {
    return `${this.text('key', 'name')} (${this.text('key', 'fingerprint')}…)`;
  }

  document(): string {
    return `document ${this.text('document_id')} (${this.text('format')}, ${this.text('source_lang')} to ${this.text('target_lang')})`;
  }

  actor(): string {
    const name = this.text('actor', 'name');
    return name === 'unknown' ? 'Somebody' : name;
  }
}

function cut(value: string, most = maxValueLength): string {
  const line = value.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}
