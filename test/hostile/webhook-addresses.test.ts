/**
 * A webhook is a request that others choose the address of. A server on 127.0.0.1 stands for everything that is private; only
 * 127.0.0.2 is allowed. Whatever the URL, the name, the resolver and the receiver do, nothing may reach the first.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postWebhook, type Resolve } from '../../src/events/webhook/post-webhook.ts';
import { addressRule } from '../../src/events/webhook/reachable-addresses.ts';
import { readWebhookUrl } from '../../src/events/webhook/webhook-url.ts';

let secretServer: Server;
let allowedServer: Server;
let port: number;
/** Requests that reached the private server, and what the allowed one answers. */
let reached: string[] = [];
let answer: { status: number; headers: Record<string, string> } = { status: 204, headers: {} };
let received = 0;

function listen(server: Server, host: string, at = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, host, () => resolve((server.address() as AddressInfo).port));
  });
}

beforeAll(async () => {
  secretServer = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.end('secret');
  });
  secretServer.on('connection', () => reached.push('connection'));
  port = await listen(secretServer, '127.0.0.1');
  allowedServer = createServer((_request, response) => {
    received++;
    response.writeHead(answer.status, answer.headers).end();
  });
  await listen(allowedServer, '127.0.0.2', port);
});
afterAll(() => {
  for (const server of [secretServer, allowedServer]) {
    server.closeAllConnections();
    server.close();
  }
});

const mayReach = addressRule(['127.0.0.2']);
const nowhere: Resolve = async () => [];

async function post(text: string, resolve: Resolve = nowhere) {
  const read = readWebhookUrl(text, true);
  if (!read.ok) return 'not a URL';
  const request = { url: read.url, headers: {}, body: '{}', timeoutMs: 60_000 };
  const answered = await postWebhook(request, { mayReach, resolve });
  return answered.ok ? 'delivered' : answered.reason;
}

/** Every notation of an address that leads to this machine or to a private network. */
const hosts = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
  ],
  ...[
    '0x7F.1',
    '127.000.000.001',
    '0',
    '0.0.0.0',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '127．0．0．1',
    '%31%32%37.0.0.1',
  ],
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:1]',
  ],
  ...['[::127.0.0.1]', '[::7f00:1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::127.0.0.1]'],
  ...['[2002:7f00:1::]', '[2002:7f00:1::1]', '[2001:0:7f00:1::]', '[2001::1]', '[fe80::1]', '[fe80::7f00:1]'],
  ...[
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '0xa000001',
    '012.0.0.1',
  ],
  ...['169.254.169.254', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '[::ffff:169.254.169.254]'],
  ...['[fd00:ec2::254]', '[fc00::1]', '[fec0::1]', '[ff02::1]', '224.0.0.1', '255.255.255.255', '240.0.0.1'],
  ...[
    '192.0.0.192',
    '168.63.129.16',
    '100.100.100.200',
    '198.18.0.1',
    '192.0.2.1',
    '[2001:db8::1]',
    '[3fff::1]',
    '[5f00::1]',
    '[100::1]',
    '192.88.99.1',
    '0.0.0.1',
    '127.255.255.254',
  ],
] as const;

/** Names that lead there by what a resolver answers. */
const answers: readonly (readonly [string, readonly string[]])[] = [
  ['localhost', ['127.0.0.1']],
  ['localhost.localdomain', ['::1']],
  ['metadata.google.internal', ['169.254.169.254']],
  ['127.0.0.1.nip.io', ['127.0.0.1']],
  ['intranet', ['10.0.0.5']],
  ['mapped.example', ['::ffff:127.0.0.1']],
  ['mapped-hex.example', ['::ffff:7f00:1']],
  ['nat64.example', ['64:ff9b::7f00:1']],
  ['tunnel.example', ['2002:7f00:1::1']],
  ['teredo.example', ['2001:0:7f00:1::1']],
  ['zone.example', ['fe80::1%lo']],
  ['zone-of-loopback.example', ['::1%lo']],
  ['first-allowed.example', ['127.0.0.2', '127.0.0.1']],
  ['last-allowed.example', ['127.0.0.1', '127.0.0.2']],
  ['public-and-private.example', ['8.8.8.8', '10.0.0.1']],
  ['both-families.example', ['127.0.0.2', '::1']],
  ['many.example', [...Array.from({ length: 500 }, () => '127.0.0.2'), '127.0.0.1']],
  ['no-address.example', []],
  ['nonsense.example', ['not an address']],
  ['another-name.example', ['localhost']],
  ['empty.example', ['']],
  ['xn--bcher-kva.example', ['127.0.0.1']],
  ['bücher.example', ['127.0.0.1']],
];

const urls = [
  ...hosts.map((host) => [`http://${host}:PORT/`, nowhere] as const),
  ...answers.map(([name, addresses]) => [`http://${name}:PORT/`, async () => addresses] as const),
  // What looks like another host than it is.
  ...[
    'http://127.0.0.2@127.0.0.1:PORT/',
    'http://127.0.0.2:80@127.0.0.1:PORT/',
    'http://127.0.0.1:PORT\\@127.0.0.2/',
    'http://127.0.0.2#@127.0.0.1:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://127.0.0.1:PORT#.example.org/',
    'http://127.0.0.1%2f@127.0.0.2:PORT/',
    'http:/\\127.0.0.1:PORT/',
    'http:127.0.0.1:PORT/',
    '//127.0.0.1:PORT/',
    'gopher://127.0.0.1:PORT/',
    'http://127.0.0.1:PORT%00.example.org/',
    'http://[127.0.0.1]:PORT/',
    'http://127.0.0.1\t:PORT/',
  ].map((url) => [url, async () => ['127.0.0.1']] as const),
];

test(`none of ${urls.length} URLs and names reaches a private address`, async () => {
  expect(urls.length).toBeGreaterThanOrEqual(100);
  reached = [];
  for (const [text, resolve] of urls) {
    const ended = await post(text.replace('PORT', String(port)), resolve);
    expect(['not a URL', 'no_address'], text).toContain(ended);
  }
  expect(reached).toEqual([]);
  process.stdout.write(`${urls.length} URLs and names, 0 reached a private address\n`);
});

test('without the rule, such URLs and names would reach it', async () => {
  reached = [];
  const anything = () => true;
  for (const [host, addresses] of [
    ['2130706433', []],
    ['[::ffff:7f00:1]', []],
    ['localhost', ['127.0.0.1']],
  ] as const) {
    const url = new URL(`http://${host}:${port}/${host}`);
    const network = { mayReach: anything, resolve: async () => addresses };
    await postWebhook({ url, headers: {}, body: '{}', timeoutMs: 60_000 }, network);
  }
  expect(reached.filter((each) => each !== 'connection')).toHaveLength(3);
});

describe('the allowed address', () => {
  test('is reached, by its name and by itself', async () => {
    answer = { status: 204, headers: {} };
    expect(await post(`http://127.0.0.2:${port}/`)).toBe('delivered');
    expect(await post(`http://allowed.example:${port}/`, async () => ['127.0.0.2'])).toBe('delivered');
  });

  test('is the one to which the connection goes, whatever a second look-up would answer', async () => {
    let lookUps = 0;
    const changing: Resolve = async () => [++lookUps === 1 ? '127.0.0.2' : '127.0.0.1'];
    reached = [];
    expect(await post(`http://rebinding.example:${port}/`, changing)).toBe('delivered');
    expect(lookUps).toBe(1);
    // The next delivery sees the other answer, and refuses it.
    expect(await post(`http://rebinding.example:${port}/`, changing)).toBe('no_address');
    expect(reached).toEqual([]);
  });

  test.each([300, 301, 302, 303, 304, 305, 307, 308])('redirects nobody with %i', async (status) => {
    reached = [];
    const location = `http://127.0.0.1:${port}/secret`;
    answer = {
      status,
      headers: { location, refresh: `0; url=${location}`, 'alt-svc': `h2="127.0.0.1:${port}"` },
    };
    received = 0;
    expect(await post(`http://127.0.0.2:${port}/`)).toBe('redirect');
    expect(received).toBe(1);
    expect(reached).toEqual([]);
  });

  test('is reached without a proxy, whatever the environment says', async () => {
    reached = [];
    answer = { status: 204, headers: {} };
    const names = [
      'http_proxy',
      'https_proxy',
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'ALL_PROXY',
      'NODE_USE_ENV_PROXY',
    ];
    const before = names.map((name) => process.env[name]);
    for (const name of names)
      process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${port}`;
    try {
      expect(await post(`http://127.0.0.2:${port}/`)).toBe('delivered');
    } finally {
      names.forEach((name, i) => {
        if (before[i] === undefined) delete process.env[name];
        else process.env[name] = before[i];
      });
    }
    expect(reached).toEqual([]);
  });
});
