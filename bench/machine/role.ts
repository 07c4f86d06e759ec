import { type Child, spawnNode, thisProgram } from './children.ts';

/** Runs a role of this program for `use` and stops it afterwards, also when `use` fails. */
export async function withRole<T>(role: string, use: (child: Child) => Promise<T>): Promise<T> {
  const child = spawnNode({ args: [thisProgram, '--role', role] });
  try {
    return await use(child);
  } finally {
    await child.stop();
  }
}
