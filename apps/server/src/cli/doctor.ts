import { createContext, formatFindings, runDoctor } from '#features/doctor/doctor';
import { readConfig } from '#platform/config';
import { runWithArguments } from './arguments.ts';

const usage = `Usage: npm run doctor -- [--mail <address>]
  Checks this machine and the settings, and says what to do. Exit code 1 if there is a problem.
  It changes no setting and no data of the platform. It writes and deletes a file in DATA_DIR and an object in each
  bucket, connects to the mail server, and starts the embedded PostgreSQL for the time of the check if it is not running.
  --mail  sends a test mail to this address`;

await runWithArguments(usage, { options: { mail: { type: 'string' } }, operands: [0, 0] }, async ({ values }) => {
  const findings = await runDoctor(createContext(readConfig(process.env), values.mail ?? null));
  console.log(formatFindings(findings));
  if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1;
});
