import { existsSync, statSync } from 'node:fs';
import { convertFromDisk, formatConversion } from '@hexpedition/curriculum/bundles/convert-from-disk';
import { typedPath } from './arguments.ts';

const usage = `Usage: npm run convert -- <folder or zip> [<new folder>]
  Converts ctfcli challenges or a dojo into a folder for npm run import. It runs and downloads nothing.
  <new folder>  target folder; without it, the command only reports what would be left out`;

// Needs no database, unlike the commands of run-command.ts.
const [given, target, ...more] = process.argv.slice(2);
if (given === undefined || given.startsWith('--') || more.length > 0) {
  console.log(usage);
  process.exitCode = given === '--help' ? 0 : 2;
} else {
  process.exitCode = await convert(typedPath(given), target === undefined ? undefined : typedPath(target));
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
