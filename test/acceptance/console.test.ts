/** The console listener: what people open in a browser. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useServer } from '../support/server-process.ts';

const service = useServer();

const committed = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string; summary: string }>>;
};

async function get(path: string) {
  const response = await fetch(`${service.server.consoleUrl}${path}`);
  return { response, body: await response.text() };
}

test('the reference and each operation in it have an address; a browser without script gets a link to the document', async () => {
  for (const path of ['/reference', '/reference/translate']) {
    const { response, body } = await get(path);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(body).toMatch(/<noscript>.*<a href="\/openapi.json">.*<\/noscript>/s);
  }
});

test('a page of the dashboard can be reloaded, and there is an icon', async () => {
  const headers = { accept: 'text/html' };
  const reloaded = await fetch(`${service.server.consoleUrl}/documents`, { headers });
  expect([reloaded.status, reloaded.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const icon = await fetch(`${service.server.consoleUrl}/favicon.ico`);
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
});

test('the document is the committed one', async () => {
  const { response, body } = await get('/openapi.json');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(JSON.parse(body)).toEqual(committed);
});

test('pages run no inline script and cannot be framed', async () => {
  for (const path of ['/reference', '/reference/translate', '/openapi.json', '/nothing']) {
    const { response, body } = await get(path);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-request-id')).toBeTruthy();
    expect(body).not.toMatch(/<script(?! type="module" crossorigin src="\/assets\/)|\sstyle=|\son\w+=/i);
  }
});

test('what is not there is a problem like everywhere, and the public API is not here', async () => {
  for (const path of ['/nothing', '/v1/languages', '/health', '/metrics']) {
    const { response, body } = await get(path);
    expect(response.status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found' });
  }
});

test('a reader who is led to an address that does not exist gets a page that says so, and the API never does', async () => {
  const accept = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const ask = (path: string, method = 'GET') =>
    fetch(`${service.server.consoleUrl}${path}`, { method, headers: accept });
  const page = await ask('/nothing/here');
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await page.text()).toBe(await (await ask('/operator/teams')).text());
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  for (const asked of [ask('/api/nothing'), ask('/api/operator'), ask('/nothing', 'POST')]) {
    const answer = await asked;
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }]);
  }
  // Addresses that cannot be read at all.
  for (const path of ['/%', '/operator/teams/%FF', `/reference/%E0%A4%A?to=/keys`]) {
    const led = await ask(path);
    expect([led.status, await led.text()]).toEqual([404, await (await ask('/nothing')).text()]);
    expect(new URL(led.url).pathname).toBe('/not-found');
    const told = await fetch(`${service.server.consoleUrl}${path}`);
    expect([told.status, await told.json()]).toMatchObject([400, { code: 'invalid_request' }]);
  }
  expect((await ask('/api/%')).status).toBe(400);
});

test('the reference is not on the public listener', async () => {
  for (const path of ['/reference', '/openapi.json', '/']) {
    const response = await fetch(`${service.server.url}${path}`);
    expect(response.status).toBe(404);
  }
});
