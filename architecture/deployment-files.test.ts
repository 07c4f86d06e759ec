import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { environment } from '../apps/server/src/platform/config.ts';
import { projectRoot } from '../apps/server/src/platform/paths.ts';

/** The files of the deployment guide. `npm run test:proxies` runs those of the proxies. */

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const guide = read('docs/deploying.md');
const unit = read('deploy/systemd/hexpedition.service');
const folder = mkdtempSync(join(tmpdir(), 'hexpedition-unit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the deployment guide', () => {
  it('shows files as they are', () => {
    const shown = [...guide.matchAll(/^```ini file=(\S+)\n([\s\S]*?)^```$/gm)];
    expect(shown.map(([, path]) => path)).toEqual(['deploy/systemd/environment', 'deploy/systemd/journald.conf']);
    for (const [, path = '', text] of shown) expect(text, path).toBe(read(path));
  });

  it('names only files that exist, and each of them', () => {
    const named = new Set(
      [...guide.matchAll(/deploy\/(?:nginx|caddy|systemd|certbot)\/[\w.]+/g)].map(([path]) => path),
    );
    expect([...named].filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
    const files = ['nginx', 'caddy', 'systemd', 'certbot'].flatMap((name) =>
      readdirSync(join(projectRoot, 'deploy', name)).map((file) => `deploy/${name}/${file}`),
    );
    expect(files.filter((path) => !named.has(path))).toEqual([]);
  });
});

it('the environment file sets only variables that the platform reads, also in comments', () => {
  const text = read('deploy/systemd/environment').replace(/^#(?=[A-Z_]+=)/gm, '');
  const names = Object.keys(parseEnv(text));
  expect(names).toContain('BACKUP_RECIPIENT');
  expect(names.filter((name) => !(name in environment.shape))).toEqual([]);
});

it('programs of the guide are executable', () => {
  for (const path of ['deploy/systemd/start', 'deploy/systemd/hexpedition', 'deploy/certbot/hexpedition']) {
    expect(statSync(join(projectRoot, path)).mode & 0o111, path).toBe(0o111);
    expect(spawnSync('sh', ['-n', join(projectRoot, path)]).status, path).toBe(0);
  }
});

describe('the systemd unit', () => {
  const values = new Map([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

  it('gives the platform time to stop, and its signal to no other process', () => {
    expect(Number(values.get('TimeoutStopSec'))).toBeGreaterThanOrEqual(40);
    expect(values.get('KillMode')).toBe('mixed');
  });

  it('sets no option that stops labs', () => {
    // systemd mounts over parts of /proc, /sys/fs/cgroup or filters the system calls that a sandbox needs.
    const harmful = [
      'RestrictNamespaces',
      'SystemCallFilter',
      'ProtectKernelTunables',
      'ProtectKernelLogs',
      'ProtectHostname',
    ];
    const others = ['ProtectControlGroups', 'ProtectProc', 'ProcSubset', 'MemoryDenyWriteExecute', 'LockPersonality'];
    expect([...harmful, ...others].filter((name) => values.has(name))).toEqual([]);
    expect(values.get('Delegate')).toBe('yes');
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  it.skipIf(!hasSystemd)('is valid', () => {
    const file = join(folder, 'hexpedition.service');
    // Here the platform is not installed in /opt.
    writeFileSync(file, unit.replaceAll('/opt/hexpedition/deploy', join(projectRoot, 'deploy')));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('hexpedition.service'))).toEqual([]);
    expect(status).toBe(0);
  });
});
