import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { closed, kill, launch } from './launch.ts';
import { type BoxTools, boxCommand, confinedCommand, FD, namespaces, type SandboxCommand } from './sandbox.ts';
import { keepTail } from './tail.ts';
import { devices, type Userland } from './userland.ts';
import { MATERIAL } from './workspace-box.ts';

const MB = 1024 * 1024;

/** Bytes of the archive. */
const MATERIAL_SIZE = 32 * MB;
/** Maximum entries of the archive. They take space on the host's disk. */
const MATERIAL_FILES = 10_000;

const unpackLimits = {
  nproc: 32,
  cpu: 30,
  nofile: 64,
  fsize: MATERIAL_SIZE,
  core: 1,
  stack: 8 * MB,
  as: 1024 * MB,
  sigpending: 64,
  data: 128 * MB,
} as const;

const DOES_NOT_FIT = 'The material does not fit into the workspace.';
/** Exit status of `UNPACK` for an archive with too many entries. */
const TOO_MANY = 3;

// tar names each entry. When `head` has read enough names, it closes the pipe, which ends tar with SIGPIPE (128 + 13)
const UNPACK = `
tar --extract --preserve-permissions --verbose | head -n ${MATERIAL_FILES} >/dev/null
status=\${PIPESTATUS[0]}
[ "$status" = 141 ] && exit ${TOO_MANY}
exit "$status"`;

/**
 * The command that unpacks an archive from its standard input into a folder of the host. tar runs in a box with this folder,
 * so the platform follows no path of the archive.
 * @param uid owner of the files; used only with real root.
 */
export function unpackCommand(
  tools: BoxTools,
  userland: Userland,
  { folder, uid, enter }: { folder: string; uid: number; enter: string[] },
): SandboxCommand {
  const options = [
    ...namespaces(tools),
    ...['--die-with-parent', '--clearenv', '--hostname', 'material', '--seccomp', String(FD.seccomp)],
    ...['--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'LANG', 'C.UTF-8', '--setenv', 'TZ', 'UTC'],
    ...['--perms', '0755', '--dir', '/dev', ...devices(), ...userland.options],
    ...['--bind', folder, MATERIAL, '--chdir', MATERIAL, '--remount-ro', '/'],
  ];
  const inner = confinedCommand(tools, unpackLimits, uid, ['/bin/bash', '--norc', '-c', UNPACK]);
  return boxCommand(tools, { enter, options, filter: tools.filter, inner, files: [] });
}

/** A running process that can be ended. */
export interface RunningBox {
  pid: number | undefined;
  kill(): void;
  /** Resolves with how it ended. */
  exited: Promise<string>;
}

export interface MaterialRun {
  boxes: RunningBox[];
  /** Resolves when the folder is filled and both boxes have ended. Rejects with the first error. */
  done: Promise<void>;
}

/** Starts the program that makes an instance's material, and the one that unpacks it. */
export function launchMaterial(maker: SandboxCommand, unpacker: SandboxCommand, timeoutMs: number): MaterialRun {
  const making = start(maker);
  const unpacking = start(unpacker);
  const boxes = [making, unpacking];
  const done = transfer(making, unpacking, timeoutMs).finally(async () => {
    for (const box of boxes) box.kill();
    await Promise.all(boxes.map((box) => box.exited));
  });
  return { boxes, done };
}

type RunningChild = ReturnType<typeof start>;

function start(command: SandboxCommand) {
  const child = launch(command, 'ignore', {});
  return { child, pid: child.pid, kill: () => kill(child), exited: closed(child), output: keepTail([child.stderr]) };
}

async function transfer(making: RunningChild, unpacking: RunningChild, timeoutMs: number): Promise<void> {
  const { stdout } = making.child;
  const { stdin } = unpacking.child;
  if (!stdout || !stdin) throw new Error('The programs that make the material could not be started.');
  unpacking.child.stdout?.resume();
  const late = sleep(timeoutMs, 'it took too long', { ref: false });
  const sent = pipeline(stdout, limitBytes, stdin).then(
    () => true,
    (error: Error) => {
      if (error instanceof MaterialTooLargeError) throw error;
      // The unpacker ended early, which breaks the pipe of the maker, too
      return false;
    },
  );
  const made = await Promise.race([sent.then((whole) => (whole ? making.exited : 'exit code 0')), late]);
  if (made !== 'exit code 0') throw new Error(`The material was not made (${made}). ${making.output()}`.trim());
  const unpacked = await Promise.race([unpacking.exited, late]);
  if (unpacked === `exit code ${TOO_MANY}`) throw new Error(DOES_NOT_FIT);
  if (unpacked !== 'exit code 0')
    throw new Error(`The material could not be unpacked (${unpacked}). ${unpacking.output()}`.trim());
}

class MaterialTooLargeError extends Error {}

/** Passes bytes on up to the limit. */
async function* limitBytes(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = MATERIAL_SIZE;
  for await (const chunk of source) {
    left -= chunk.length;
    if (left < 0) throw new MaterialTooLargeError(DOES_NOT_FIT);
    yield chunk;
  }
}
