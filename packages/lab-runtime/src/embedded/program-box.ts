import { join } from 'node:path';
import { boxMounts } from './mounts.ts';
import { PROGRAM } from './prepare.ts';
import {
  type Box,
  type BoxTools,
  boxCommand,
  confinedCommand,
  FD,
  limits,
  namespaces,
  PROGRAM_TMP,
  type SandboxCommand,
} from './sandbox.ts';
import { devices, type Userland } from './userland.ts';

const MB = 1024 * 1024;

/**
 * Returns the command that runs a lab's compiled program. An attacker who takes it over finds the programs of most
 * machines, including a shell, but no home, no /proc and no part of the workspace.
 * @param socket the listening socket; as standard input it is set to blocking mode, which libuv had switched off and C
 * programs rely on
 */
export function programCommand(tools: BoxTools, userland: Userland, box: Box, socket: number): SandboxCommand {
  const flags = Object.entries(box.flags);
  const mounts = boxMounts(tools.mounter, [PROGRAM_TMP]);
  const options = [
    ...namespaces(tools),
    ...['--die-with-parent', '--clearenv', '--hostname', 'lab', '--seccomp', String(FD.seccomp)],
    ...['--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'LANG', 'C.UTF-8', '--setenv', 'TZ', 'UTC'],
    ...['/dev', '/flag', '/lab'].flatMap((folder) => ['--perms', '0755', '--dir', folder]),
    ...[...devices(), ...userland.options],
    ...flags.flatMap(([id], i) => ['--perms', '0444', '--ro-bind-data', String(FD.firstFile + i), `/flag/${id}.txt`]),
    ...['--ro-bind', join(box.lab, PROGRAM), `/lab/${PROGRAM}`],
    ...[...mounts.options, '--chdir', '/tmp', '--remount-ro', '/'],
  ];
  const inner = ['/bin/sh', '-c', 'exec "$0" </dev/null', `/lab/${PROGRAM}`];
  const command = boxCommand(tools, {
    enter: box.enter,
    mounts,
    options,
    filter: tools.filter,
    inner: confinedCommand(tools, { ...limits, as: 4096 * MB, data: 256 * MB }, box.uid, inner),
    files: flags.map(([, flag]) => flag),
  });
  return { ...command, stdin: socket };
}
