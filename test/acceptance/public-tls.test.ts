/** HTTPS of the public listener, for callers and for the nodes whose engine it is. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDeeplEngine } from '../../src/engines/http/deepl.ts';
import { type Env, runDragoman } from '../support/command-line.ts';
import { rawRequest } from '../support/raw-socket.ts';
import { answerOf, clientHello, createSecureClient } from '../support/secure-client.ts';
import { type CreatedKey, createKey, createTeam } from '../support/seed.ts';
import { makeSelfSigned, type SelfSigned } from '../support/self-signed.ts';
import { openServer, type ServerProcess, startServer } from '../support/server-process.ts';
import { shorterLimits } from '../support/shorter-limits.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { type Certificates, makeCertificates } from '../support/tls-servers.ts';

const database = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'dragoman-public-tls-'));
const own = makeCertificates();
const renewed = mkdtempSync(join(tmpdir(), 'dragoman-renewed-'));
for (const file of ['ca.crt', 'ca.key']) copyFileSync(join(own.folder, file), join(renewed, file));
const next = makeCertificates('localhost', renewed);
const files = { certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') };
const tls = { DRAGOMAN_TLS_CERTIFICATE: files.certificate, DRAGOMAN_TLS_KEY: files.key };
const text = { text: ['good morning'], source_lang: 'EN', target_lang: 'EO' };
let key: CreatedKey;
let node: ServerProcess;
let client: ReturnType<typeof createSecureClient>;

function install({ certificate, key: privateKey }: Pick<Certificates, 'certificate' | 'key'>): void {
  copyFileSync(certificate, files.certificate);
  copyFileSync(privateKey, files.key);
}

beforeAll(async () => {
  install(own);
  const env = { DATABASE_URL: database.url, DRAGOMAN_CACHE_MB: '0', ...tls };
  key = await createKey(env, await createTeam(env));
  // Nothing but the end of the process closes what clients leave open after their handshake.
  const long = { headersTimeoutMs: 600_000, requestTimeoutMs: 600_000 };
  const short = shorterLimits({ handshakeTimeoutMs: 600_000, certificateCheckMs: 100, ...long });
  node = await startServer({ ...env, ...short.env, NODE_ENV: 'test', DRAGOMAN_STUB_ENGINE: 'on' });
  client = createSecureClient(node.port, own);
});
afterAll(async () => {
  expect(await node?.stop()).toBe(0);
  for (const each of [folder, own.folder, next.folder]) rmSync(each, { recursive: true });
});

describe('calls', () => {
  test('callers are answered over HTTPS', async () => {
    expect(new URL(node.url).protocol).toBe('https:');
    const { status, body } = await client.call('/v1/translate', key.plain, text);
    expect([status, JSON.parse(body)]).toEqual([
      200,
      expect.objectContaining({ translations: [expect.objectContaining({ text: 'GOOD MORNING' })] }),
    ]);
  });

  test('a node that trusts the authority has it as an engine, and another node sends it nothing', async () => {
    const options = { id: 'neural', url: `https://localhost:${node.port}`, key: key.plain };
    const toEsperanto = async () => {
      const engine = await openDeeplEngine({ ...options, languages: ['en', 'eo'] });
      const batch = { source: 'en', target: 'eo', texts: text.text };
      return engine.translate(batch, new AbortController().signal).finally(() => engine.close());
    };
    await expect(toEsperanto()).rejects.toThrow(/authority that is not trusted/);
    // What NODE_EXTRA_CA_CERTS does when a process starts.
    const authorities = getCACertificates('default');
    setDefaultCACertificates([...authorities, readFileSync(own.authority, 'utf8')]);
    try {
      expect(await toEsperanto()).toEqual(['GOOD MORNING']);
    } finally {
      setDefaultCACertificates(authorities);
    }
  });

  test('a body in many pieces and an answer of many records arrive whole', async () => {
    const texts = Array.from({ length: 1_000 }, (_, i) => `${i} ${'abcdefgh '.repeat(12)}end`);
    const body = JSON.stringify({ ...text, text: texts });
    const sent = client.openRequest('/v1/translate', key.plain, {
      headers: { expect: '100-continue' },
    });
    const answer = answerOf(sent);
    sent.flushHeaders();
    await once(sent, 'continue');
    for (let at = 0; at < body.length; at += 9_999) sent.write(body.slice(at, at + 9_999));
    sent.end();
    const { translations } = JSON.parse((await answer).body);
    expect(translations.map((each: { text: string }) => each.text)).toEqual(
      texts.map((each) => each.toUpperCase()),
    );
  });

  test('what is no valid request gets the answer that it gets without TLS', async () => {
    const socket = await client.connect();
    socket.end('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n');
    const [answer] = await once(socket.setEncoding('utf8'), 'data');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*"code":"invalid_request"/s);
    const large = await client.call('/v1/translate', key.plain, 'x'.repeat(1_100_000));
    expect(large.status).toBe(413);
  });

  test('plain HTTP and TLS before 1.2 are refused', async () => {
    const plain = await rawRequest(node.port, 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(plain).not.toContain('HTTP/');
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await expect(client.connect(old)).rejects.toMatchObject({
      code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    });
  });

  test('a connection has one handshake', async () => {
    const socket = await client.connect({ maxVersion: 'TLSv1.2' });
    const renegotiated = new Promise((resolve) => {
      socket.once('error', resolve).renegotiate({}, (error) => resolve(error ?? 'renegotiated'));
    });
    expect(await renegotiated).toMatchObject({ code: 'ERR_SSL_NO_RENEGOTIATION' });
    socket.destroy();
  });

  test('handshakes that never end are cut, however slowly they go on', async () => {
    // A node of their own: on a busy machine, the handshake of any other test could take as long.
    const { env: short } = shorterLimits({ handshakeTimeoutMs: 500 });
    const impatient = await startServer({ DATABASE_URL: database.url, ...tls, ...short });
    const { call, hang } = createSecureClient(impatient.port, own);
    const hello = await clientHello();
    const slow = hang();
    const hanging = [slow, hang(hello.subarray(0, 100)), hang(hello), hang()];
    // The first message of a client, in a record of 16 KiB: at this pace it has not arrived when the test ends.
    const record = Buffer.concat([
      Buffer.from([0x16, 3, 1, 0x40, 0]),
      hello.subarray(5),
      Buffer.alloc(16_384),
    ]);
    let sent = 0;
    const trickle = setInterval(() => slow.send(record.subarray(sent, ++sent)), 50);
    await Promise.all(hanging.flatMap(({ connected, closed }) => [connected, closed]));
    clearInterval(trickle);
    // Without a key: nothing of the node but its handshakes is of interest. They can be cut as well.
    const status = () => call('/v1/translate', 'none', text).then((answer) => answer.status, String);
    await expect.poll(status).toBe(401);
    expect(await impatient.stop()).toBe(0);
  });
});

describe('renewal', () => {
  const count = (pattern: RegExp) => node.log().match(pattern)?.length ?? 0;
  const renewals = () => count(/the renewed certificate is in use/g);
  const failures = () => count(/the certificate cannot be renewed/g);

  test('a renewed certificate is taken, and open connections go on with the old one', async () => {
    const before = await client.serialNumber();
    const agent = client.keepAlive();
    const sockets = new Set<unknown>();
    const kept = async () => {
      const sent = client.openRequest('/v1/translate', key.plain, { agent });
      sent.once('socket', (socket) => sockets.add(socket));
      const answer = answerOf(sent);
      sent.end(JSON.stringify(text));
      return (await answer).status;
    };
    expect(await kept()).toBe(200);
    install(next);
    await expect.poll(client.serialNumber.bind(client)).not.toBe(before);
    expect([await kept(), sockets.size]).toEqual([200, 1]);
    agent.destroy();
  });

  test('a broken one is logged once, and the previous one stays', async () => {
    const before = await client.serialNumber();
    const [takenBefore, failedBefore] = [renewals(), failures()];
    writeFileSync(files.certificate, 'no certificate');
    await expect.poll(failures).toBeGreaterThan(failedBefore);
    expect(node.log()).toMatch(
      /DRAGOMAN_TLS_CERTIFICATE: [^"]*tls\.crt does not begin with a certificate in PEM/,
    );
    expect(await client.serialNumber()).toBe(before);
    install(own);
    await expect.poll(renewals).toBe(takenBefore + 1);
    expect(await client.serialNumber()).not.toBe(before);
  });

  test('the metrics have the end of the certificate in use, and the log warns of one that ends soon', async () => {
    const end = async () => {
      const metrics = await (await fetch(`${node.opsUrl}/metrics`)).text();
      return Number(/^dragoman_tls_certificate_expires_timestamp_seconds (\S+)$/m.exec(metrics)?.[1]);
    };
    const endOf = ({ certificate }: Pick<Certificates, 'certificate'>) =>
      Date.parse(new X509Certificate(readFileSync(certificate)).validTo) / 1_000;
    expect([await end(), count(/the certificate expires soon/g)]).toEqual([endOf(own), 0]);
    const late = makeSelfSigned(folder, { name: 'late', days: 13 });
    install(late);
    await expect.poll(end).toBe(endOf(late));
    await expect.poll(() => count(/the certificate expires soon/g)).toBe(1);
    install(own);
    await expect.poll(end).toBe(endOf(own));
  });
});

describe('the configuration', () => {
  const env = (changed: Env = {}): Env => ({
    DATABASE_URL: database.url,
    DRAGOMAN_PUBLIC_HOST: '127.0.0.1',
    ...tls,
    ...changed,
  });
  const selfSigned = (name: string, days: number, changed: Partial<SelfSigned> = {}): Env => {
    const { certificate, key } = makeSelfSigned(folder, { name, days, ...changed });
    return { DRAGOMAN_TLS_CERTIFICATE: certificate, DRAGOMAN_TLS_KEY: key };
  };
  const check = async (changed: Env) => {
    const { code, stderr } = await runDragoman(['config', 'check'], env(changed));
    return [code, stderr];
  };

  test.each<[string, () => Env, RegExp]>([
    ['one without the other', () => ({ DRAGOMAN_TLS_KEY: '' }), /need each other: set both or neither/],
    [
      'a missing file',
      () => ({ DRAGOMAN_TLS_CERTIFICATE: join(folder, 'none.crt') }),
      /DRAGOMAN_TLS_CERTIFICATE: .*none\.crt cannot be read \(ENOENT\)/,
    ],
    ['a folder', () => ({ DRAGOMAN_TLS_KEY: folder }), /DRAGOMAN_TLS_KEY: .* cannot be read \(EISDIR\)/],
    [
      'a file that is no certificate',
      () => ({ DRAGOMAN_TLS_CERTIFICATE: files.key }),
      /does not begin with a certificate in PEM/,
    ],
    [
      'a file that is no key',
      () => ({ DRAGOMAN_TLS_KEY: files.certificate }),
      /does not contain a private key in PEM/,
    ],
    ['another key', () => ({ DRAGOMAN_TLS_KEY: next.key }), /is not that of the certificate/],
    ['an expired certificate', () => selfSigned('expired', -1), /expired on 20\d\d-\d\d-\d\d/],
    [
      'one that is not valid yet',
      () => selfSigned('early', 99, { from: '+400d' }),
      /is valid only from 20\d\d-\d\d-\d\d on/,
    ],
    ['one without names', () => selfSigned('nameless', 99, { names: [] }), /has no names/],
    ['a short key', () => selfSigned('short', 99, { newKey: ['rsa:512'] }), /OpenSSL refuses .*too small/],
  ])('%s is refused', async (_what, changed, message) => {
    expect(await check(changed())).toEqual([1, expect.stringMatching(message)]);
  });

  test('serve does not start with an expired certificate; other commands run', async () => {
    const expired = env(selfSigned('old', -1));
    await expect(openServer(expired)).rejects.toThrow(/expired on/);
    expect((await runDragoman(['team', 'list'], expired)).code).toBe(0);
  });

  test('init shows a call over HTTPS, to the address that the certificate is for if it is known', async () => {
    const initialise = async (changed: Env) => {
      const args = ['init', '--no-files', '--yes', '--team', 'first', '--email', 'one@example.org', '--json'];
      const stub = { NODE_ENV: 'test', DRAGOMAN_STUB_ENGINE: 'on' };
      const { stdout } = await runDragoman(args, env({ ...stub, ...changed }));
      return JSON.parse(stdout) as { api: string; call: string };
    };
    const { api, call } = await initialise({});
    expect([api, call]).toEqual(['https://127.0.0.1:8080', expect.stringContaining(`curl -s ${api}/v1/`)]);
    const known = await initialise({ DRAGOMAN_PUBLIC_URL: 'https://translate.example.org' });
    expect(known.call).toContain('curl -s https://translate.example.org/v1/');
  });

  test('doctor names the certificate, warns of its end, and knows the port of a running node', async () => {
    const examine = async (changed: Env) => {
      const { stdout } = await runDragoman(['doctor', '--json'], env(changed));
      const { findings } = JSON.parse(stdout) as { findings: { check: string }[] };
      return ['certificate', 'ports'].map((name) => findings.find((finding) => finding.check === name));
    };
    const used = {
      DRAGOMAN_PUBLIC_PORT: `${node.port}`,
      DRAGOMAN_CONSOLE_PORT: '0',
      DRAGOMAN_OPS_PORT: '0',
    };
    expect(await examine(used)).toEqual([
      { check: 'certificate', ok: true, detail: expect.stringMatching(/^localhost, until 20/) },
      expect.objectContaining({ ok: true }),
    ]);
    expect((await examine({ ...used, ...selfSigned('soon', 13) }))[0]).toMatchObject({
      ok: true,
      isWarning: true,
    });
    expect((await examine({ ...used, ...selfSigned('gone', -1) }))[0]).toMatchObject({ ok: false });
  });
});

describe('stopping', () => {
  test('a call under way is answered, and connections without a request are not waited for', async () => {
    const closed = once((await client.connect()).resume(), 'close');
    const sent: ClientRequest = client.openRequest('/v1/translate', key.plain, {
      headers: { expect: '100-continue' },
    });
    const answer = answerOf(sent);
    sent.flushHeaders();
    await once(sent, 'continue');
    const stopped = node.stop();
    await closed;
    sent.end(JSON.stringify(text));
    const { status, headers } = await answer;
    expect([status, headers.connection]).toEqual([200, 'close']);
    expect(await stopped).toBe(0);
  });
});
