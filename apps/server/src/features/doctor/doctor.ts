import { lookup } from 'node:dns/promises';
import type { Config } from '#platform/config';
import { type Check, type DoctorContext, type Finding, problem } from './check.ts';
import { bucketCheck } from './checks/bucket.check.ts';
import { cgroupCheck } from './checks/cgroup.check.ts';
import { databaseCheck } from './checks/database.check.ts';
import { diskCheck } from './checks/disk.check.ts';
import { mailCheck } from './checks/mail.check.ts';
import { memoryCheck } from './checks/memory.check.ts';
import { namesCheck } from './checks/names.check.ts';
import { nodeCheck } from './checks/node.check.ts';
import { proxyCheck } from './checks/proxy.check.ts';
import { sandboxCheck } from './checks/sandbox.check.ts';
import { secretsCheck } from './checks/secrets.check.ts';

const checks: Check[] = [
  ...[nodeCheck, sandboxCheck, cgroupCheck, diskCheck, memoryCheck, secretsCheck],
  ...[databaseCheck, namesCheck, proxyCheck, mailCheck, bucketCheck],
];

/** Returns what the checks look at on this machine. */
export const createContext = (config: Config, mailTo: string | null): DoctorContext => ({
  ...{ config, mailTo, nodeVersion: process.versions.node, proc: '/proc', cgroups: '/sys/fs/cgroup', bwrap: ['bwrap'] },
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  ...{ ca: undefined, now: () => new Date() },
});

/** Runs all checks. A check that fails itself is a problem too. */
export async function runDoctor(context: DoctorContext): Promise<(Finding & { check: string })[]> {
  const results = await Promise.all(
    checks.map(async ({ name, run }) => {
      const findings = await run(context).catch((error: Error) => [
        problem(`The check failed: ${error.message}`, 'Report this as a defect of the doctor.'),
      ]);
      return findings.map((finding) => ({ check: name, ...finding }));
    }),
  );
  return results.flat();
}

const labels = { ok: 'ok', warning: 'warning', problem: 'PROBLEM' };

/** Returns the findings as text: a line for each, and a line that says what to do. */
export function formatFindings(findings: (Finding & { check: string })[]): string {
  const lines = findings.map(({ check, level, text, remedy }) =>
    [`${labels[level].padEnd(9)}${check.padEnd(10)}${text}`, ...(remedy ? [`${' '.repeat(19)}${remedy}`] : [])].join(
      '\n',
    ),
  );
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length;
  return [...lines, `${count('problem')} problems, ${count('warning')} warnings`].join('\n');
}
