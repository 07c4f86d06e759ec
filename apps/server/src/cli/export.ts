import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { exportBundle, writeFolder } from '#features/content/sources.public';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run export -- <folder>
  Writes all courses and both maps as files into a new folder. npm run import -- <folder> reads them again.`;

await runCommand(usage, async ({ db, args }) => {
  const [folder, ...more] = args;
  if (folder === undefined || folder.startsWith('--') || more.length > 0) return undefined;
  // npm runs this in the workspace's folder, but a typed path is relative to the folder in which it was typed.
  const root = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  if (existsSync(root) && readdirSync(root).length > 0) throw new Error(`${root} is not empty. Name a new folder.`);
  await mkdir(root, { recursive: true });
  const bundle = await exportBundle(db);
  await writeFolder(root, bundle);
  return `${bundle.size} files are in ${root}.`;
});
