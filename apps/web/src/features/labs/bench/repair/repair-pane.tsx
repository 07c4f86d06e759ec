import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { dateFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { LeaveHint } from '../frame/leave-hint.tsx';
import { ClosedSource } from './closed-source.tsx';
import { countChangedLines } from './line-diff.ts';
import css from './repair.module.css';
import { RepairResults } from './repair-results.tsx';
import { SourceEditor } from './source-editor.ts';
import type { RepairWork, SaveState } from './use-repair.ts';

interface Props {
  repair: RepairWork;
}

/** Editor of the sources to repair, beside the results of the tests and the exploit. Loads CodeMirror. */
export default function RepairPane({ repair }: Props) {
  const { files, texts, change, saveState, save, loadError, sourcePrice, openSource } = repair;
  const [chosen, setChosen] = useState('');
  const file = files?.find(({ name }) => name === chosen) ?? files?.[0];
  if (loadError) return <p className={css.error}>{messageOf(loadError)}</p>;
  if (sourcePrice !== null) return <ClosedSource price={sourcePrice} points={repair.points} openSource={openSource} />;
  if (!file) return <Skeleton lines={6} />;
  return (
    <div className={css.pane}>
      <div className={css.source}>
        <div className={css.head}>
          {files?.map(({ name, original }) => (
            <FileTab
              key={name}
              name={name}
              original={original}
              text={texts[name] ?? original}
              isShown={name === file.name}
              onShow={files.length > 1 ? () => setChosen(name) : undefined}
            />
          ))}
          <span className={css.end}>
            <LeaveHint />
            <SaveStatus saveState={saveState} onRetry={save} />
          </span>
        </div>
        <Source
          key={file.name}
          name={file.name}
          original={file.original}
          text={texts[file.name] ?? file.original}
          onChange={(text) => change(file.name, text)}
        />
      </div>
      <RepairResults repair={repair} />
    </div>
  );
}

interface FileTabProps {
  name: string;
  original: string;
  text: string;
  isShown: boolean;
  /** Undefined if there is only one file. */
  onShow: (() => void) | undefined;
}

function FileTab({ name, original, text, isShown, onShow }: FileTabProps) {
  const { added, removed } = countChangedLines(original, text);
  const content = (
    <>
      {name}
      {added > 0 && <span className={css.plus}>+{added}</span>}
      {removed > 0 && <span className={css.minus}>−{removed}</span>}
    </>
  );
  if (!onShow) return <span className={css.file}>{content}</span>;
  return (
    <button
      type="button"
      className={cx(css.file, css.choice, isShown && css.shown)}
      aria-pressed={isShown}
      onClick={onShow}
    >
      {content}
    </button>
  );
}

const formatTime = dateFormat({ hour: '2-digit', minute: '2-digit' });

function SaveStatus({ saveState, onRetry }: { saveState: SaveState; onRetry: () => void }) {
  return (
    <span className={css.saved} role="status">
      {saveState.is === 'saved' && `Saved ${formatTime(saveState.at)}`}
      {saveState.is === 'saving' && 'Saving …'}
      {saveState.is === 'failed' && (
        <>
          <span className={css.unsaved}>Not saved: {saveState.msg}</span>
          <Button size="sm" variant="quiet" onClick={onRetry}>
            Retry
          </Button>
        </>
      )}
    </span>
  );
}

interface SourceProps {
  name: string;
  original: string;
  text: string;
  onChange: (text: string) => void;
}

function Source({ name, original, text, onChange }: SourceProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<SourceEditor>(null);
  const latest = useRef({ text, onChange });
  latest.current = { text, onChange };
  // Creates the CodeMirror view, which React does not render.
  useEffect(() => {
    if (!host.current) return;
    const created = new SourceEditor({
      parent: host.current,
      name,
      original,
      text: latest.current.text,
      onChange: (next) => latest.current.onChange(next),
    });
    editor.current = created;
    return () => created.destroy();
  }, [name, original]);
  // Shows text that was not typed here, such as the original after a reset.
  useEffect(() => editor.current?.setText(text), [text]);
  return <div ref={host} className={css.host} />;
}
