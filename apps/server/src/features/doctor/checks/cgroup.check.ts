import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Check, ok, warning } from '../check.ts';

const remedy =
  'Start the platform in a cgroup called "platform" below a delegated one: Delegate=cpu memory pids and DelegateSubgroup=platform in its systemd unit.';

/** Checks the cgroup of the running platform. Its embedded PostgreSQL runs in the same one. */
export const cgroupCheck: Check = {
  name: 'Cgroup',
  async run({ config, proc, cgroups }) {
    const pidFile = await readFile(join(config.dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
    const process = /^\d+/.exec(pidFile)?.[0] ?? 'self';
    const text = await readFile(join(proc, process, 'cgroup'), 'utf8').catch(() => '');
    const path = /^0::(\/.*)$/m.exec(text)?.[1];
    if (!path)
      return [
        warning('This machine has no cgroups of version 2, so the memory of labs is not counted as a whole.', remedy),
      ];
    if (basename(path) !== 'platform')
      return [
        warning(
          `The ${process === 'self' ? 'doctor' : 'platform'} runs in the cgroup ${path}, so labs have no memory cgroup.`,
          remedy,
        ),
      ];
    const parent = join(cgroups, dirname(path));
    const controllers = await readFile(join(parent, 'cgroup.controllers'), 'utf8').catch(() => '');
    const missing = ['memory', 'pids', 'cpu'].filter((name) => !controllers.split(/\s+/).includes(name));
    if (missing.length > 0) return [warning(`${parent} has no controller for ${missing.join(', ')}.`, remedy)];
    return [ok('Labs get a memory cgroup each.')];
  },
};
