import { describe, expect, it } from 'vitest';
import { describeFolders, groupDiagnostics } from './diagnostic-groups.ts';

const warning = (file: string, code = 'hint-cost') => ({
  ...{ severity: 'warning' as const, file, line: 1, code, message: `About ${code}.` },
});

describe('groups of diagnostics', () => {
  it('sum up a warning that occurs four times, by the folder below the common one', () => {
    const files = ['ctf/web/a/c.yml', 'ctf/web/b/c.yml', 'ctf/rev/a/c.yml', 'ctf/README.md'];
    const { single, groups } = groupDiagnostics(files.map((file) => warning(file)));
    expect(single).toEqual([]);
    expect(groups.map(({ count, first }) => [count, first.file])).toEqual([[4, 'ctf/web/a/c.yml']]);
    expect(groups.map((group) => describeFolders(group))).toEqual(['ctf/web/ (2), ctf/ (1), ctf/rev/ (1)']);
    expect(groups.map((group) => describeFolders(group, 1))).toEqual(['ctf/web/ (2) and 2 more folders']);
  });

  it('leave errors, rare warnings and other messages as they are, in their order', () => {
    const all = [
      ...['a', 'b', 'c', 'd'].map((file) => ({ ...warning(file), severity: 'error' as const })),
      ...['a', 'b', 'c'].map((file) => warning(file)),
      { ...warning('d'), message: 'Other.' },
    ];
    expect(groupDiagnostics(all)).toEqual({ single: all, groups: [] });
  });
});
