import { existsSync } from 'node:fs';
import { exportToDisk } from '#features/content/sources.public';
import { typedPath } from './arguments.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run export -- <new folder, or file.zip>
  Writes all courses and both maps as files that npm run import can read. The files contain the answers of flags.`;

await runCommand(usage, async ({ db, args }) => {
  const [given, ...more] = args;
  if (given === undefined || given.startsWith('--') || more.length > 0) return undefined;
  const target = typedPath(given);
  if (existsSync(target)) throw new Error(`${target} already exists. Choose another name.`);
  return `${await exportToDisk(db, target)} files are in ${target}.`;
});
