import type { DifferenceLine, ImportedFile } from '@hexpedition/contract';
import { useState } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './import.module.css';

interface KeptProps {
  files: readonly ImportedFile[];
  overwrite: ReadonlySet<string>;
  onOverwrite: (paths: ReadonlySet<string>) => void;
}

/** Files that were changed on this site. The import keeps them unless the superuser selects them. */
export function KeptFiles({ files, overwrite, onOverwrite }: KeptProps) {
  if (files.length === 0) return null;
  const select = (path: string, isSelected: boolean) =>
    onOverwrite(new Set(isSelected ? [...overwrite, path] : [...overwrite].filter((one) => one !== path)));
  const all = overwrite.size === files.length;
  return (
    <section className={css.part} aria-labelledby="kept">
      <h3 id="kept" className={css.partTitle}>
        {plural(files.length, 'file')} changed on this site
      </h3>
      <p className={css.quiet}>
        The import keeps these files. Select the ones that it should overwrite. The current version is kept as a
        revision.
      </p>
      <ul className={css.files}>
        {files.map((file) => (
          <li key={file.path}>
            <Checkbox checked={overwrite.has(file.path)} onChange={(event) => select(file.path, event.target.checked)}>
              {file.change === 'gone' ? 'Remove' : 'Overwrite'} <span className={css.path}>{file.path}</span>
            </Checkbox>
            <Diff file={file} />
          </li>
        ))}
      </ul>
      {files.length > 1 && (
        <Button size="sm" onClick={() => onOverwrite(new Set(all ? [] : files.map(({ path }) => path)))}>
          {all ? 'Keep all' : 'Overwrite all'}
        </Button>
      )}
    </section>
  );
}

/** Number of files shown until "Show all" is pressed. */
const initialFiles = 20;

/** List of all other files that the import changes. */
export function ChangedFiles({ files, more }: { files: readonly ImportedFile[]; more: number }) {
  const [showsAll, setShowsAll] = useState(false);
  if (files.length === 0) return null;
  // Changed files deserve attention. New ones are many, so they come last.
  const sorted = [...files].sort((a, b) => sortOrder[a.change] - sortOrder[b.change]);
  return (
    <section className={css.part} aria-labelledby="files">
      <h3 id="files" className={css.partTitle}>
        {plural(files.length + more, 'file')}
      </h3>
      <ul className={css.files}>
        {(showsAll ? sorted : sorted.slice(0, initialFiles)).map((file) => (
          <li key={file.path}>
            <p className={css.fileLine}>
              <span className={css.mark} data-change={file.change}>
                {changeNames[file.change]}
              </span>
              <span className={css.path}>{file.path}</span>
            </p>
            {file.from && <p className={css.quiet}>Moved from {file.from}.</p>}
            <Diff file={file} />
          </li>
        ))}
      </ul>
      {!showsAll && files.length > initialFiles && (
        <Button size="sm" onClick={() => setShowsAll(true)}>
          Show all {files.length} files
        </Button>
      )}
      {more > 0 && (showsAll || files.length <= initialFiles) && (
        <p className={css.quiet}>{plural(more, 'more file')} not listed.</p>
      )}
    </section>
  );
}

const changeNames = { changed: 'changed', moved: 'moved', gone: 'removed', new: 'new' } satisfies Record<
  ImportedFile['change'],
  string
>;
const sortOrder = { changed: 0, moved: 1, gone: 2, new: 3 } satisfies Record<ImportedFile['change'], number>;

/** Collapsible diff of a file. */
function Diff({ file: { path, difference } }: { file: ImportedFile }) {
  if (!difference || difference.length === 0) return null;
  return (
    <details className={css.fold}>
      <summary>
        Show changes<VisuallyHidden> in {path}</VisuallyHidden>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines make it scroll, so the keyboard must reach it */}
      <section className={css.difference} aria-label={`Lines of ${path}`} tabIndex={0}>
        <ol>
          {difference.map((line) => (
            <Line key={`${line.kind} ${line.line}`} {...line} />
          ))}
        </ol>
      </section>
    </details>
  );
}

const marks = { old: '−', new: '+', same: ' ', gap: '' } satisfies Record<DifferenceLine['kind'], string>;

function Line({ kind, line, text }: DifferenceLine) {
  if (kind === 'gap') return <li data-kind="gap">…</li>;
  return (
    <li data-kind={kind}>
      <span className={css.lineNumber}>{line}</span>
      <span aria-hidden="true">{marks[kind]}</span>
      {kind !== 'same' && <VisuallyHidden>{kind}: </VisuallyHidden>}
      <code>{text}</code>
    </li>
  );
}
