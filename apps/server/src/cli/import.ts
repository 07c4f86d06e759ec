import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importLimits } from '@hexpedition/contract';
import { formatReport, importBundleFromDisk, importCurriculum } from '#features/content/content.public';
import { commandLimits, createReaderThreads } from '#features/content/sources.public';
import { projectRoot } from '#platform/paths';
import { typedPath } from './arguments.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run import -- <folder or zip> [--format auto|bundle|ctfcli|dojo] [--dry-run] [--json] [--overwrite]
                         [--max-files <number>] [--max-mb <number>]
  Imports the courses of a folder or zip; see docs/authoring.md.
  --format     format of the files: our own, ctfcli challenges or a dojo; auto detects it
  --dry-run    only reports changes and problems
  --json       prints one report: counts, changes, and diagnostics with file, line, code, message
  --overwrite  replaces files that were changed in the browser
  --max-files  maximum number of files (default: ${importLimits.files.default}); further files are left out
  --max-mb     maximum size of all files together in MB (default: ${importLimits.megabytes.default})`;

const formats = ['bundle', 'ctfcli', 'dojo'] as const;

await runCommand(usage, async ({ db, args }) => {
  const given = readArguments(args);
  if (!given) return undefined;
  const { path, format, limits, dryRun, overwrite, json } = given;
  const root = typedPath(path);
  if (!existsSync(root)) throw new Error(`${root} does not exist.`);
  const reader = createReaderThreads(undefined, commandLimits);
  // Do not use cached results: developers of the renderer need to see its current output.
  const options = { dryRun, overwrite, isFresh: true, reader };
  const importing =
    root === join(projectRoot, 'curriculum')
      ? importCurriculum({ db, root, ...options })
      : importBundleFromDisk(db, root, { ...options, ...(format ? { format } : {}), limits });
  const report = await importing.finally(() => reader.close());
  if (report.diagnostics.some(({ severity }) => severity === 'error')) process.exitCode = 1;
  return json ? JSON.stringify(report, null, 2) : formatReport(report, path);
});

/** Returns undefined if the command was typed wrong. */
function readArguments(args: string[]) {
  const parsed = parse(args);
  if (!parsed) return undefined;
  const { values, positionals } = parsed;
  const [path] = positionals;
  const format = formats.find((one) => one === values.format);
  const [files, megabytes] = [values['max-files'], values['max-mb']].map((text) => text && Number(text));
  const isLimit = (value: unknown): boolean => value === undefined || (Number.isInteger(value) && Number(value) > 0);
  if (path === undefined || positionals.length > 1 || !isLimit(files) || !isLimit(megabytes)) return undefined;
  if (!format && values.format !== 'auto') return undefined;
  return {
    path,
    format,
    limits: { ...(files && { files: Number(files) }), ...(megabytes && { total: Number(megabytes) * 1_000_000 }) },
    dryRun: values['dry-run'],
    overwrite: values.overwrite,
    json: values.json,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'auto' },
        'dry-run': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        overwrite: { type: 'boolean', default: false },
        'max-files': { type: 'string' },
        'max-mb': { type: 'string' },
      },
    });
  } catch {
    return undefined;
  }
}
