import type { ImportDryRun } from '@hexpedition/contract';
import { useState } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import css from './import.module.css';

type Diagnostic = ImportDryRun['diagnostics'][number];

/** Number of files shown until "Show all" is pressed. */
const initialFiles = 12;

/** Errors and warnings by file. Files with errors come first. */
export function Diagnostics({ diagnostics }: Pick<ImportDryRun, 'diagnostics'>) {
  const [showsAll, setShowsAll] = useState(false);
  if (diagnostics.length === 0) return null;
  const files = byFile(diagnostics);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return (
    <section className={css.part} aria-labelledby="problems">
      <h3 id="problems" className={css.partTitle}>
        {[
          errors > 0 && plural(errors, 'error'),
          diagnostics.length > errors && plural(diagnostics.length - errors, 'warning'),
        ]
          .filter(Boolean)
          .join(', ')}
      </h3>
      <ul className={css.files}>
        {(showsAll ? files : files.slice(0, initialFiles)).map(([file, problems]) => (
          <li key={file}>
            <p className={css.path}>{file}</p>
            <ul className={css.lines}>
              {problems.map(({ severity, line, code, message }) => (
                <li key={`${line} ${code} ${message}`} data-severity={severity}>
                  <span className={css.mark} data-severity={severity}>
                    {severity} <span>line {line}</span>
                  </span>
                  <span>{message}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {!showsAll && files.length > initialFiles && (
        <Button size="sm" onClick={() => setShowsAll(true)}>
          Show all {files.length} files
        </Button>
      )}
    </section>
  );
}

function byFile(diagnostics: readonly Diagnostic[]): [string, Diagnostic[]][] {
  const files = new Map<string, Diagnostic[]>();
  const isError = ({ severity }: Diagnostic) => severity === 'error';
  for (const one of [...diagnostics.filter(isError), ...diagnostics.filter((one) => !isError(one))])
    files.set(one.file, [...(files.get(one.file) ?? []), one]);
  return [...files];
}
