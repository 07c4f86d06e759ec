import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { convertFromDisk, formatConversion } from '@hexpedition/curriculum/bundles/convert-from-disk';

const usage = `Usage: npm run convert -- <folder or zip> [<new folder>]
  Converts ctfcli challenges or a dojo into a folder for npm run import. It runs and downloads nothing.
  <new folder>  target folder; without it, the command only reports what would be left out`;

// Needs no database, unlike the commands of run-command.ts.
const [given, target, ...more] = process.argv.slice(2);
if (given === undefined || given.startsWith('--') || more.length > 0) {
  console.log(usage);
  process.exitCode = given === '--help' ? 0 : 2;
} else {
  // npm runs this in the workspace's folder. Resolve the path from the folder in which the command was typed.
  const at = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path);
  process.exitCode = await convert(at(given), target === undefined ? undefined : at(target));
}

async function convert(source: string, folder: string | undefined): Promise<number> {
  const problem = !existsSync(source)
    ? `${source} does not exist.`
    : folder !== undefined && existsSync(folder)
      ? `${folder} already exists. Choose a new folder.`
      : undefined;
  if (problem !== undefined) {
    console.error(problem);
    return 1;
  }
  const converted = await convertFromDisk(source, { isFolder: statSync(source).isDirectory(), folder });
  if ('rejection' in converted) {
    console.error(converted.rejection.message);
    return 1;
  }
  console.log(formatConversion(converted));
  return 0;
}
