import { describe, expect, it } from 'vitest';
import { formatReport } from './format-report.ts';
import { ChangeLog } from './import-report.ts';

function report(fill: (log: ChangeLog) => void = () => {}) {
  const log = new ChangeLog();
  fill(log);
  return { dry_run: false, applied: true, counts: log.counts, changes: log.changes, pages: [], diagnostics: [] };
}

describe('import report', () => {
  it('shows changes and counts unchanged items', () => {
    const done = report((log) => {
      log.add({ kind: 'subchapter', change: 'changed', id: 'sub-a', name: 'A lesson', what: ['slug', 'content'] });
      log.unchanged('training');
    });
    expect(formatReport(done, 'curriculum')).toMatchInlineSnapshot(`
      "  changed   subchapter  sub-a  A lesson  (slug, content)

                         new   changed  returned      gone unchanged
      continent            0         0         0         0         0
      training             0         0         0         0         1
      chapter              0         0         0         0         0
      subchapter           0         1         0         0         0
      map                  0         0         0         0         0

      Imported."
    `);
  });

  it('prints problems in a format that editors can follow', () => {
    const problem = { file: 'web/a.md', line: 7, code: 'heading-level', message: 'Headings start at ##.' };
    const text = formatReport(
      {
        ...report(),
        applied: false,
        pages: [],
        diagnostics: [
          { ...problem, severity: 'error' },
          { ...problem, severity: 'warning' },
        ],
      },
      'curriculum/',
    );
    expect(text.split('\n')).toEqual([
      'curriculum/web/a.md:7  error  Headings start at ##.  [heading-level]',
      'curriculum/web/a.md:7  warning  Headings start at ##.  [heading-level]',
      '',
      'Nothing was imported: 1 error, 1 warning.',
    ]);
  });

  it('prints a warning that repeats once, with its folders, and a problem of the whole bundle without a file', () => {
    const repeated = { severity: 'warning', line: 7, code: 'hint-cost', message: 'Hints cost nothing.' } as const;
    const whole = { severity: 'error', file: '', line: 1, code: 'not-zip', message: 'No zip.' } as const;
    const files = ['web/a.yml', 'web/b.yml', 'rev/a.yml', 'rev/b.yml', 'rev/c.yml'];
    const text = formatReport(
      { ...report(), applied: false, diagnostics: [...files.map((file) => ({ ...repeated, file })), whole] },
      'ctf',
    );
    expect(text.split('\n')).toEqual([
      'ctf  error  No zip.  [not-zip]',
      'ctf/web/a.yml:7  warning  Hints cost nothing.  [hint-cost]  5 times: rev/ (3), web/ (2)',
      '',
      'Nothing was imported: 1 error, 5 warnings.',
    ]);
  });

  it('reports that nothing has changed', () => {
    expect(formatReport(report(), '.')).toMatch(/Nothing has changed\.$/);
    expect(formatReport({ ...report(), dry_run: true }, '.')).toMatch(/Nothing would change\.$/);
  });
});
