import type { ImportTrial } from '@hexpedition/contract';
import { useState } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import css from './import.module.css';

type Diagnostic = ImportTrial['diagnostics'][number];

/** Files that are shown before somebody asks for the others. */
const first = 12;

/** What is wrong, file by file: those with errors first. */
export function Diagnostics({ diagnostics }: Pick<ImportTrial, 'diagnostics'>) {
  const [isWhole, setWhole] = useState(false);
  if (diagnostics.length === 0) return null;
  const files = byFile(diagnostics);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return (
    <section className={css.part} aria-labelledby="faults">
      <h3 id="faults" className={css.partTitle}>
        {[
          errors > 0 && plural(errors, 'error'),
          diagnostics.length > errors && plural(diagnostics.length - errors, 'warning'),
        ]
          .filter(Boolean)
          .join(', ')}
      </h3>
      <ul className={css.files}>
        {(isWhole ? files : files.slice(0, first)).map(([file, faults]) => (
          <li key={file}>
            <p className={css.path}>{file}</p>
            <ul className={css.lines}>
              {faults.map(({ severity, line, code, message }) => (
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
      {!isWhole && files.length > first && (
        <Button size="sm" onClick={() => setWhole(true)}>
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
