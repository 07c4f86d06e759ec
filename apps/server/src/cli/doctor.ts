import { parseArgs } from 'node:util';
import { createContext, formatFindings, runDoctor } from '#features/doctor/doctor';
import { readConfig } from '#platform/config';
import { StartError } from '#platform/start-error';

const usage = `Usage: npm run doctor -- [--mail <address>]
  Checks this machine and the settings, and says what to do. Exit code 1 if there is a problem.
  It changes no setting and no data of the platform. It writes and deletes a file in DATA_DIR and an object in each
  bucket, connects to the mail server, and starts the embedded PostgreSQL for the time of the check if it is not running.
  --mail  sends a test mail to this address`;

try {
  const { values } = parseArgs({ options: { mail: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) console.log(usage);
  else {
    const findings = await runDoctor(createContext(readConfig(process.env), values.mail ?? null));
    console.log(formatFindings(findings));
    if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1;
  }
} catch (error) {
  console.error(
    error instanceof StartError ? `PROBLEM  Settings  ${error.message}\n${' '.repeat(19)}${error.remedy}` : usage,
  );
  process.exitCode = 1;
}
