import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '#platform/paths';
import { createTestApp, type TestApp } from '#testing/test-app';

/** The dashboard and the alert rules in deploy/ use metrics that exist. */

const read = (path: string) => readFileSync(join(projectRoot, 'deploy', path), 'utf8');

interface Dashboard {
  panels: { title: string; type: string; targets?: { expr: string }[] }[];
  templating: { list: { query?: string }[] };
}
interface Rules {
  groups: { rules: { alert: string; expr: string; labels: { severity: string }; annotations: object }[] }[];
}

const dashboard = JSON.parse(read('grafana/hexpedition.json')) as Dashboard;
const rules = (parse(read('prometheus/alerts.yaml')) as Rules).groups.flatMap((group) => group.rules);
const panels = dashboard.panels.filter(({ type }) => type !== 'row');

const token = 'a-token-of-the-operator-for-metrics';
let test: TestApp;
/** Names of all series. A histogram has three. */
let series: Set<string>;
beforeAll(async () => {
  test = await createTestApp({ metricsToken: token });
  const { body } = await test.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
  series = new Set(
    [...body.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
});
afterAll(() => test.close());

const metricsIn = (text: string) => new Set(text.match(/\bhexpedition_\w+/g));

describe('the dashboard', () => {
  it('has panels for every subject, each with a query', () => {
    expect(panels.length).toBeGreaterThan(20);
    for (const { title, targets = [] } of panels) {
      expect([title, targets.length > 0 && targets.every(({ expr }) => metricsIn(expr).size > 0)]).toEqual([
        title,
        true,
      ]);
    }
  });

  it('names only metrics that exist', () => {
    const used = metricsIn(JSON.stringify(dashboard));
    expect([...used].filter((name) => !series.has(name))).toEqual([]);
  });

  it('shows every metric', () => {
    const used = metricsIn(JSON.stringify(panels));
    const shown = (name: string) => used.has(name) || used.has(name.replace(/_(?:sum|count)$/, '_bucket'));
    expect([...series].filter((name) => !shown(name))).toEqual([]);
  });
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool)
  process.stderr.write('Skipped: the unit tests of the alert rules need promtool (apt install prometheus).\n');

describe('the alert rules', () => {
  it.runIf(hasPromtool)('fire for the values in alerts.test.yaml', () => {
    const file = join(projectRoot, 'deploy/prometheus/alerts.test.yaml');
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it('have a name of their own, a severity, a summary and a description', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { labels, annotations } of rules) {
      expect(['warning', 'critical']).toContain(labels.severity);
      expect(Object.keys(annotations)).toEqual(['summary', 'description']);
    }
  });

  it('name only metrics that exist', () => {
    const used = metricsIn(rules.map(({ expr }) => expr).join('\n'));
    expect([...used].filter((name) => !series.has(name))).toEqual([]);
    expect(rules.filter(({ alert, expr }) => alert !== 'HexpeditionNodeDown' && metricsIn(expr).size === 0)).toEqual(
      [],
    );
  });
});
