// `npm run load`: fills a database with generated learners.
import { runCommand } from '../apps/server/src/cli/run-command.ts';
import { fill } from './fill/fill.ts';
import { readNumbers } from './options.ts';

const usage = `Usage: npm run load -- --users N [--solves N] [--completions N] [--seed N]
  Adds generated learners to the database, straight into PostgreSQL. Nobody can log in as one of them.
  --users N        how many learners
  --solves N       flags that they have found, all together (0)
  --completions N  lessons that they have finished, all together (0)
  --seed N         the same seed on the same database makes the same learners (1)`;

await runCommand(usage, async ({ db, args }) => {
  const options = readNumbers(args, {
    users: { min: 1, max: 5_000_000 },
    solves: { min: 0, max: 100_000_000, fallback: 0 },
    completions: { min: 0, max: 100_000_000, fallback: 0 },
    seed: { min: 0, max: 2 ** 32 - 1, fallback: 1 },
  });
  const start = performance.now();
  const { users, solves, completions, points } = await fill(db, options);
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  const many = (count: number, thing: string) => `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`;
  return `Added ${many(users, 'learner')} with ${many(solves, 'solve')} (${many(points, 'point')}) and ${many(completions, 'completion')} in ${seconds} s.`;
});
