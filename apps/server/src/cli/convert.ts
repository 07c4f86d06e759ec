import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { convertFromDisk, formatConversion } from '#features/content/bundles.public';

const usage = `Usage: npm run convert -- <folder or zip> [<new folder>]
  Turns challenges of ctfcli, or a dojo, into a folder that npm run import reads. Runs and fetches nothing of it.
  <new folder>  where to write it; without it, the command only says what would be left out`;

// Needs no database, unlike the commands of run-command.ts.
const [given, target, ...more] = process.argv.slice(2);
if (given === undefined || given.startsWith('--') || more.length > 0) {
  console.log(usage);
  process.exitCode = given === '--help' ? 0 : 2;
} else {
  // npm runs this in the workspace's folder, but a typed path is relative to the folder in which it was typed.
  const at = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path);
  process.exitCode = await convert(at(given), target === undefined ? undefined : at(target));
}

async function convert(source: string, folder: string | undefined): Promise<number> {
  const fault = !existsSync(source)
    ? `There is nothing at ${source}.`
    : folder !== undefined && existsSync(folder)
      ? `${folder} is there already; name a new folder.`
      : undefined;
  if (fault !== undefined) {
    console.error(fault);
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
