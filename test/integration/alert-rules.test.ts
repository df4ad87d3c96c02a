/** The files for Prometheus and Grafana: right by themselves, complete, and with a runbook for each alert. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { observabilityFile, readAlerts } from '../support/prometheus.ts';

const promtool = (...args: string[]) => promisify(execFile)('promtool', args);

test('Prometheus takes the rules and the example of a configuration', async () => {
  await promtool('check', 'rules', observabilityFile('alerts.yaml'));
  await promtool('check', 'config', observabilityFile('prometheus.yaml'));
});

test('every alert fires with its fault, and stays quiet just short of it', async () => {
  await promtool('test', 'rules', observabilityFile('alerts.test.yaml'));
  const { tests } = parse(await readFile(observabilityFile('alerts.test.yaml'), 'utf8')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
  };
  const proved = tests
    .flatMap((each) => each.alert_rule_test)
    .map(({ alertname, exp_alerts }) => `${alertname} ${exp_alerts.length > 0 ? 'fires' : 'is quiet'}`);
  const wanted = (await readAlerts()).flatMap(({ alert }) => [`${alert} fires`, `${alert} is quiet`]);
  expect(proved.toSorted()).toEqual(wanted.toSorted());
});

test('every alert has a section of the runbook that says what it means, how to look and what to do', async () => {
  const runbook = await readFile(new URL('../../docs/operate/alerts.md', import.meta.url), 'utf8');
  const sections = new Map(
    runbook.split(/^## /m).map((section) => [section.split('\n', 1)[0] ?? '', section]),
  );
  for (const { alert, labels, annotations } of await readAlerts()) {
    expect(annotations.runbook_url).toBe(`docs/operate/alerts.md#${alert.toLowerCase()}`);
    expect(sections.get(alert), alert).toMatch(/\*\*Means\.\*\*.*\*\*Look\.\*\*.*\*\*Do\.\*\*/s);
    expect(['page', 'ticket']).toContain(labels.severity);
  }
});
