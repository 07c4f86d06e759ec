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

/** Files that were changed here: each stays as it is, unless it is chosen. */
export function KeptFiles({ files, overwrite, onOverwrite }: KeptProps) {
  if (files.length === 0) return null;
  const choose = (path: string, isChosen: boolean) =>
    onOverwrite(new Set(isChosen ? [...overwrite, path] : [...overwrite].filter((one) => one !== path)));
  const all = overwrite.size === files.length;
  return (
    <section className={css.part} aria-labelledby="kept">
      <h3 id="kept" className={css.partTitle}>
        {plural(files.length, 'file')} changed here
      </h3>
      <p className={css.quiet}>
        They stay as they are. Tick what the import shall overwrite; a revision is kept of each.
      </p>
      <ul className={css.files}>
        {files.map((file) => (
          <li key={file.path}>
            <Checkbox checked={overwrite.has(file.path)} onChange={(event) => choose(file.path, event.target.checked)}>
              {file.change === 'gone' ? 'Take away' : 'Overwrite'} <span className={css.path}>{file.path}</span>
            </Checkbox>
            <Difference file={file} />
          </li>
        ))}
      </ul>
      {files.length > 1 && (
        <Button size="sm" onClick={() => onOverwrite(new Set(all ? [] : files.map(({ path }) => path)))}>
          {all ? 'Keep them all' : 'Overwrite them all'}
        </Button>
      )}
    </section>
  );
}

/** Files that are shown before somebody asks for the others. */
const first = 20;

/** What happens to all other files. */
export function ChangedFiles({ files, more }: { files: readonly ImportedFile[]; more: number }) {
  const [isWhole, setWhole] = useState(false);
  if (files.length === 0) return null;
  // Changed ones are worth a look; new ones are many, and all alike.
  const sorted = [...files].sort((a, b) => rank[a.change] - rank[b.change]);
  return (
    <section className={css.part} aria-labelledby="files">
      <h3 id="files" className={css.partTitle}>
        {plural(files.length + more, 'file')}
      </h3>
      <ul className={css.files}>
        {(isWhole ? sorted : sorted.slice(0, first)).map((file) => (
          <li key={file.path}>
            <p className={css.fileLine}>
              <span className={css.mark} data-change={file.change}>
                {file.change}
              </span>
              <span className={css.path}>{file.path}</span>
            </p>
            {file.from && <p className={css.quiet}>It was {file.from}.</p>}
            <Difference file={file} />
          </li>
        ))}
      </ul>
      {!isWhole && files.length > first && (
        <Button size="sm" onClick={() => setWhole(true)}>
          Show all {files.length} files
        </Button>
      )}
      {more > 0 && (isWhole || files.length <= first) && (
        <p className={css.quiet}>And {more} more that are not listed.</p>
      )}
    </section>
  );
}

const rank = { changed: 0, moved: 1, gone: 2, new: 3 } satisfies Record<ImportedFile['change'], number>;

/** The lines that differ, as a list that opens. */
function Difference({ file: { path, difference } }: { file: ImportedFile }) {
  if (!difference || difference.length === 0) return null;
  return (
    <details className={css.fold}>
      <summary>
        What differs<VisuallyHidden> in {path}</VisuallyHidden>
      </summary>
      {/* Long lines scroll, which has to be possible with the keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
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
