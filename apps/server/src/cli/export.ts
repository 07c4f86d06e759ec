import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { exportToDisk } from '#features/content/sources.public';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run export -- <new folder, or file.zip>
  Writes all courses and both maps as files; npm run import reads them again. The answers of flags are in them.`;

await runCommand(usage, async ({ db, args }) => {
  const [given, ...more] = args;
  if (given === undefined || given.startsWith('--') || more.length > 0) return undefined;
  // npm runs this in the workspace's folder, but a typed path is relative to the folder in which it was typed.
  const target = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (existsSync(target)) throw new Error(`${target} is there already; choose another name.`);
  return `${await exportToDisk(db, target)} files are in ${target}.`;
});
