import { expect, it } from 'vitest';
import { workspaceProblem } from './workspace-problem.ts';

const capabilities = (problem: string | null, there: string[]) => ({
  workspace: { problem, has: (tool: string) => there.includes(tool) },
});

it('names the missing packages of a workspace, each once', () => {
  expect(workspaceProblem(capabilities(null, ['gdb', 'bash']), ['gdb'])).toBeNull();
  expect(workspaceProblem(capabilities(null, []), [])).toBeNull();
  expect(workspaceProblem(capabilities(null, ['bash']), ['bash', 'gdb'])).toBe(
    'The workspace needs gdb: install the package gdb.',
  );
  expect(workspaceProblem(capabilities(null, []), ['gcc', 'nm', 'objdump', 'python3'])).toBe(
    'The workspace needs gcc, nm, objdump, python3: install the packages binutils, gcc, libc6-dev, python3.',
  );
});

it('reports first why there are no workspaces at all', () => {
  expect(workspaceProblem(capabilities('Install bubblewrap.', ['gdb']), ['gdb'])).toBe('Install bubblewrap.');
});
