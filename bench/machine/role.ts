import { type Child, spawnNode, thisProgram } from './children.ts';

/** Runs a role of this program while `use` works with it, and stops it then, however that ends. */
export async function withRole<T>(role: string, use: (child: Child) => Promise<T>): Promise<T> {
  const child = spawnNode({ args: [thisProgram, '--role', role] });
  try {
    return await use(child);
  } finally {
    await child.stop();
  }
}
