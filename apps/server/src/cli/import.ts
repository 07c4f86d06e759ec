import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { formatReport, importCurriculum } from '#features/content/content.public';
import { projectRoot } from '#platform/paths';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run import -- <folder> [--dry-run] [--json] [--overwrite]
  Makes the platform show the courses of a folder; docs/authoring.md describes it.
  --dry-run    only says what would change and what is wrong
  --json       prints one report: counts, changes, and diagnostics with file, line, code, message
  --overwrite  takes the files of the folder also where they were changed in the browser`;

const flags = ['--dry-run', '--json', '--overwrite'];

await runCommand(usage, async ({ db, args }) => {
  const folders = args.filter((arg) => !arg.startsWith('--'));
  const unknown = args.find((arg) => arg.startsWith('--') && !flags.includes(arg));
  const [folder] = folders;
  if (unknown || folders.length !== 1 || folder === undefined) return undefined;
  // npm runs this in the workspace's folder, but a typed path is relative to the folder in which it was typed.
  const root = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  if (!existsSync(root) || !statSync(root).isDirectory()) throw new Error(`There is no folder ${root}.`);
  const report = await importCurriculum({
    db,
    root,
    source: root === join(projectRoot, 'curriculum') ? 'curriculum' : `bundle:${basename(root)}`,
    dryRun: args.includes('--dry-run'),
    overwrite: args.includes('--overwrite'),
    // Whoever works on the renderer must see what it does now.
    isFresh: true,
  });
  if (report.diagnostics.some(({ severity }) => severity === 'error')) process.exitCode = 1;
  return args.includes('--json') ? JSON.stringify(report, null, 2) : formatReport(report, folder);
});
