import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatReport, importBundleFromDisk, importCurriculum } from '#features/content/content.public';
import { commandLimits, createReaderThreads } from '#features/content/sources.public';
import { projectRoot } from '#platform/paths';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run import -- <folder or zip> [--format auto|bundle|ctfcli|dojo] [--dry-run] [--json] [--overwrite]
  Imports the courses of a folder or zip; see docs/authoring.md.
  --format     format of the files: our own, ctfcli challenges or a dojo; auto detects it
  --dry-run    only reports changes and problems
  --json       prints one report: counts, changes, and diagnostics with file, line, code, message
  --overwrite  replaces files that were changed in the browser`;

const flags = ['--dry-run', '--json', '--overwrite'];
const formats = ['bundle', 'ctfcli', 'dojo'] as const;

await runCommand(usage, async ({ db, args }) => {
  const at = args.indexOf('--format');
  const [format, rest] = at < 0 ? ['auto', args] : [args[at + 1], args.toSpliced(at, 2)];
  const named = formats.find((one) => one === format);
  const paths = rest.filter((arg) => !arg.startsWith('--'));
  const unknown = rest.find((arg) => arg.startsWith('--') && !flags.includes(arg));
  const [path] = paths;
  if (unknown || paths.length !== 1 || path === undefined || (format !== 'auto' && !named)) return undefined;
  // npm runs this in the workspace's folder. Resolve the path from the folder in which the command was typed.
  const root = resolve(process.env.INIT_CWD ?? process.cwd(), path);
  if (!existsSync(root)) throw new Error(`${root} does not exist.`);
  const dryRun = rest.includes('--dry-run');
  const reader = createReaderThreads(undefined, commandLimits);
  // Do not use cached results: developers of the renderer need to see its current output.
  const options = { dryRun, overwrite: rest.includes('--overwrite'), isFresh: true, reader };
  const importing =
    root === join(projectRoot, 'curriculum')
      ? importCurriculum({ db, root, ...options })
      : importBundleFromDisk(db, root, { ...options, ...(named ? { format: named } : {}) });
  const report = await importing.finally(() => reader.close());
  if ('rejection' in report) throw new Error(report.rejection.message);
  if (report.diagnostics.some(({ severity }) => severity === 'error')) process.exitCode = 1;
  return rest.includes('--json') ? JSON.stringify(report, null, 2) : formatReport(report, path);
});
