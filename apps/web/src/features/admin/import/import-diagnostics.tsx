import type { ImportDryRun } from '@hexpedition/contract';
import { type DiagnosticGroup, describeFolders, groupDiagnostics } from '@hexpedition/contract/diagnostic-groups';
import { useState } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import css from './import.module.css';

type Diagnostic = ImportDryRun['diagnostics'][number];

/** Number of files and of places shown until "Show all" is pressed. */
const initial = { files: 12, places: 100 };

/** Errors and warnings by file. Files with errors come first; warnings that repeat are shown once, below. */
export function ImportDiagnostics({ diagnostics }: Pick<ImportDryRun, 'diagnostics'>) {
  const [showsAll, setShowsAll] = useState(false);
  if (diagnostics.length === 0) return null;
  const { single, groups } = groupDiagnostics(diagnostics);
  const files = byFile(single);
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
      {files.length > 0 && (
        <ul className={css.files}>
          {(showsAll ? files : files.slice(0, initial.files)).map(([file, problems]) => (
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
      )}
      {!showsAll && files.length > initial.files && (
        <Button size="sm" onClick={() => setShowsAll(true)}>
          Show all {files.length} files
        </Button>
      )}
      {groups.length > 0 && (
        <>
          <h4 className={css.groupTitle}>Repeated warnings</h4>
          <ul className={css.files}>
            {groups.map((group) => (
              <Group key={`${group.first.code} ${group.first.message}`} group={group} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** One kind of warning with the places where it occurs. */
function Group({ group }: { group: DiagnosticGroup<Diagnostic> }) {
  const places = [...group.folders.values()].flat();
  const rest = places.length - initial.places;
  return (
    <li>
      <p className={css.line}>
        <span className={css.mark} data-severity="warning">
          {group.count} times
        </span>
        <span>{group.first.message}</span>
      </p>
      <details className={css.fold}>
        <summary>{describeFolders(group)}</summary>
        <ul className={css.places}>
          {places.slice(0, initial.places).map(({ file, line }) => (
            <li key={`${file} ${line}`} className={css.path}>
              {file}
              {!file.endsWith('/') && `:${line}`}
            </li>
          ))}
          {rest > 0 && <li className={css.quiet}>and {plural(rest, 'more place')}</li>}
        </ul>
      </details>
    </li>
  );
}

function byFile(diagnostics: readonly Diagnostic[]): [string, Diagnostic[]][] {
  const files = new Map<string, Diagnostic[]>();
  const isError = ({ severity }: Diagnostic) => severity === 'error';
  for (const one of [...diagnostics.filter(isError), ...diagnostics.filter((one) => !isError(one))])
    files.set(one.file, [...(files.get(one.file) ?? []), one]);
  return [...files];
}
