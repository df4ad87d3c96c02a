/** What happened to destinations for events, in the audit log. */
import { formatList } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';
import { type Action, type Details, named, told } from '../audit/entry-values.ts';
import { eventName } from './event-words.ts';

export const destinationActions: Readonly<Record<string, Action>> = {
  'destination.created': {
    label: () => t('Destination for events added'),
    tell: ({ name, event_types }) =>
      t('Added the destination {name} for the events: {events}.', {
        name: named(name),
        events: Array.isArray(event_types) ? formatList(event_types.map(eventName)) : told(event_types),
      }),
  },
  'destination.changed': { label: () => t('Destination for events changed'), tell: changed },
  'destination.deleted': {
    label: () => t('Destination for events deleted'),
    tell: (d) => t('Deleted the destination {name}.', { name: named(d.name) }),
  },
  'destination.secret_rotated': {
    label: () => t('New secret of a destination'),
    tell: (d) => t('Created a new secret for the destination {name}.', { name: named(d.name) }),
  },
  'destination.tested': {
    label: () => t('Test event sent'),
    tell: (d) => t('Sent a test event to the destination {name}.', { name: named(d.name) }),
  },
  'destination.replayed': {
    label: () => t('Event sent again'),
    tell: (d) =>
      t('Sent an event to the destination {name} again: {event}.', {
        name: named(d.name),
        event: eventName(told(d.type)),
      }),
  },
};

const memberNames = (): Readonly<Record<string, string>> => ({
  name: t('Name'),
  address: t('Address'),
  event_types: t('Events'),
});

/** Addresses are not told: the path of a webhook is often a secret. */
function changed({ is_enabled, ...others }: Details): string {
  const { to } = Object(is_enabled) as { to?: unknown };
  const members = Object.keys(others).filter((member) => member in memberNames());
  if (members.length === 0 && to === true) return t('Turned a destination for events on.');
  if (members.length === 0 && to === false) return t('Turned a destination for events off.');
  return t('Changed a destination for events: {members}.', {
    members: formatList(members.map((member) => memberNames()[member] ?? member)),
  });
}
