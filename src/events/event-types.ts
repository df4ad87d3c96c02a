/**
 * Every type of event, what it says, and an example of its data. The list is what destinations choose from; the documentation
 * for receivers is compared with it.
 */

export interface EventType {
  readonly type: string;
  /** `installation`: only operators hear of it, because it belongs to no team. */
  readonly scope: 'team' | 'installation';
  readonly summary: string;
  readonly example: Readonly<Record<string, unknown>>;
}

const actor = { type: 'user', id: '0198f0a2-7c1e-7d7a-9a55-0d7c3f1b2a10', name: 'ada@example.org' };
const key = {
  id: '0198f0a2-7c1e-7d7a-9a55-0d7c3f1b2a11',
  name: 'Website',
  mode: 'live',
  scopes: ['translate'],
  fingerprint: '1f0c9b7e',
};
const document = {
  document_id: '0198f0a2-7c1e-7d7a-9a55-0d7c3f1b2a12',
  format: 'docx',
  source_lang: 'EN',
  target_lang: 'DE',
  characters: 12_480,
  key_id: key.id,
};
const destination = { id: '0198f0a2-7c1e-7d7a-9a55-0d7c3f1b2a13', name: 'Operations channel' };

export const eventTypes = [
  {
    type: 'budget.reached',
    scope: 'team',
    summary: 'The team has used 50, 80 or 100 % of its monthly quota. Once for each share and month.',
    example: {
      percent: 80,
      month: '2026-11',
      quota: 1_000_000,
      quota_used: 800_312,
      credit_left: 0,
    },
  },
  {
    type: 'budget.running_out',
    scope: 'team',
    summary:
      'At the pace of the last seven days, quota and credit run out before the end of the month. Once for each month.',
    example: {
      month: '2026-11',
      runs_out_at: '2026-11-24T09:00:00.000Z',
      forecast_characters: 1_310_000,
      characters_left: 199_688,
    },
  },
  {
    type: 'key.created',
    scope: 'team',
    summary: 'Somebody created a key. The key itself is not in the event.',
    example: { key, actor },
  },
  {
    type: 'key.revoked',
    scope: 'team',
    summary: 'A key was revoked and is refused from now on.',
    example: { key, actor },
  },
  {
    type: 'key.expiring',
    scope: 'team',
    summary: 'A key expires soon: once 7 days before, and once a day before.',
    example: { key, expires_at: '2026-12-01T00:00:00.000Z', days_left: 7 },
  },
  {
    type: 'key.expired',
    scope: 'team',
    summary: 'A key has expired and is refused.',
    example: {
      key: { id: key.id, name: key.name, fingerprint: key.fingerprint },
      expires_at: '2026-12-01T00:00:00.000Z',
    },
  },
  {
    type: 'document.ready',
    scope: 'team',
    summary: 'A document is translated and can be downloaded.',
    example: document,
  },
  {
    type: 'document.failed',
    scope: 'team',
    summary: 'A document could not be translated. It costs nothing.',
    example: { ...document, error_code: 'invalid_request' },
  },
  {
    type: 'sign_in.new_device',
    scope: 'team',
    summary: 'Somebody in the team signed in with a browser that they had not used before.',
    example: {
      user: { id: actor.id, email: actor.name },
      address: '192.0.2.7',
      browser: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
    },
  },
  {
    type: 'destination.disabled',
    scope: 'team',
    summary: 'A destination for events failed for five days and was turned off.',
    example: { destination, failing_since: '2026-11-14T08:12:45.120Z' },
  },
  {
    type: 'audit.entry',
    scope: 'team',
    summary: 'An entry of the audit log, for a system that collects them.',
    example: {
      id: '0198f0a2-7c1e-7d7a-9a55-0d7c3f1b2a14',
      at: '2026-11-19T08:12:45.120Z',
      action: 'glossary.deleted',
      subject: { type: 'glossary', id: '0198f0a2-7c1e-7d7a-9a55-0d7c3f1b2a15' },
      actor,
      address: '192.0.2.7',
      request_id: '0198f0a2-7c1e-7d7a-9a55-0d7c3f1b2a16',
      details: { name: 'Products' },
    },
  },
  {
    type: 'engine.unhealthy',
    scope: 'installation',
    summary: 'A node has not reached an engine for half a minute.',
    example: {
      engine: 'apertium',
      nodes: [{ host: 'api-1', detail: 'did not answer the health check within 1500 ms' }],
      healthy_nodes: 1,
    },
  },
  {
    type: 'engine.healthy',
    scope: 'installation',
    summary: 'Every node reaches the engine again.',
    example: { engine: 'apertium', unhealthy_since: '2026-11-19T08:12:45.120Z' },
  },
] as const satisfies readonly EventType[];

/** Sent when somebody asks for it, to destinations of every kind. */
export const testEvent = {
  type: 'destination.test',
  summary: 'Somebody asked for a test.',
  example: { destination },
};

/** What a destination may ask for: operators hear of the installation and of every team. */
export function typesFor(teamId: string | null): readonly EventType[] {
  return teamId === null ? eventTypes : eventTypes.filter(({ scope }) => scope === 'team');
}
