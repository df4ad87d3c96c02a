/** A Prometheus of a test's own (Debian's package), and what its files say. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { freePort } from './free-port.ts';

const folder = new URL('../../deploy/observability/', import.meta.url);

export const observabilityFile = (name: string) => fileURLToPath(new URL(name, folder));

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { severity: string };
  readonly annotations: { summary: string; runbook_url: string };
}

export async function readAlerts(): Promise<AlertRule[]> {
  const { groups } = parse(await readFile(observabilityFile('alerts.yaml'), 'utf8')) as {
    groups: { rules: AlertRule[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

/** The queries of a dashboard's panels, with Grafana's variables filled in. */
export async function readPanelQueries(dashboard: string): Promise<string[]> {
  const { panels } = JSON.parse(await readFile(observabilityFile(`dashboards/${dashboard}`), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }) => expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'));
}

export function metricsIn(query: string): string[] {
  return [...query.matchAll(/\bdragoman_\w+/g)].map(([name]) => name);
}

export interface FiringAlert {
  readonly alert: string;
  readonly job: string;
}

export interface Prometheus extends AsyncDisposable {
  /** Fails when the query is wrong. */
  query(query: string): Promise<unknown[]>;
  firing(): Promise<FiringAlert[]>;
}

/** Seconds: as often as a busy machine keeps up with. */
const every = '2s';

/** One job for each target, by its name. The rules are those of the file, but nothing waits for minutes. */
export async function startPrometheus(targets: Readonly<Record<string, string>>): Promise<Prometheus> {
  const dir = await mkdtemp(join(tmpdir(), 'dragoman-prometheus-'));
  const rules = await readFile(observabilityFile('alerts.yaml'), 'utf8');
  await writeFile(join(dir, 'alerts.yaml'), rules.replaceAll(/^( +for:) .*$/gm, '$1 1s'));
  const jobs = Object.entries(targets).map(([job_name, url]) => ({
    job_name,
    static_configs: [{ targets: [new URL(url).host] }],
  }));
  const config = {
    global: { scrape_interval: every, scrape_timeout: every, evaluation_interval: '1s' },
    rule_files: ['alerts.yaml'],
    scrape_configs: jobs,
  };
  await writeFile(join(dir, 'prometheus.yaml'), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const settings = {
    'config.file': join(dir, 'prometheus.yaml'),
    'storage.tsdb.path': join(dir, 'data'),
    'web.listen-address': address,
    'log.level': 'error',
  };
  const child = spawn(
    'prometheus',
    Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const api = async (path: string) => {
    const response = await fetch(`http://${address}/api/v1/${path}`);
    const answer = (await response.json()) as { data: Record<string, unknown>; error?: string };
    if (answer.error !== undefined) throw new Error(`${path}: ${answer.error}`);
    return answer.data;
  };
  while (child.exitCode === null && !(await isReady(address))) await delay(100);
  return {
    query: async (query) => (await api(`query?query=${encodeURIComponent(query)}`)).result as unknown[],
    async firing() {
      const { alerts } = (await api('alerts')) as {
        alerts: { state: string; labels: { alertname: string; job: string } }[];
      };
      return alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels: { alertname, job } }) => ({ alert: alertname, job }));
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
      await rm(dir, { recursive: true });
    },
  };
}

async function isReady(address: string): Promise<boolean> {
  return fetch(`http://${address}/-/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
