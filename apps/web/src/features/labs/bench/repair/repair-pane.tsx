import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { dateFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { WayOut } from '../frame/way-out.tsx';
import { countOf, marksOf } from './marks.ts';
import css from './repair.module.css';
import { RepairResults } from './repair-results.tsx';
import { SourceEditor } from './source-editor.ts';
import type { Kept, RepairWork } from './use-repair.ts';

interface Props {
  repair: RepairWork;
  points: number;
}

/** The sources that may be changed, beside what the tests and the exploit make of them. It comes with CodeMirror. */
export default function RepairPane({ repair, points }: Props) {
  const { files, texts, change, kept, save, loadError } = repair;
  const [chosen, setChosen] = useState('');
  const file = files?.find(({ name }) => name === chosen) ?? files?.[0];
  if (loadError) return <p className={css.fault}>{messageOf(loadError)}</p>;
  if (!file) return <Skeleton lines={6} />;
  return (
    <div className={css.pane}>
      <div className={css.source}>
        <div className={css.head}>
          {files?.map(({ name, original }) => (
            <FileName
              key={name}
              name={name}
              original={original}
              text={texts[name] ?? original}
              isShown={name === file.name}
              onShow={files.length > 1 ? () => setChosen(name) : undefined}
            />
          ))}
          <span className={css.end}>
            <WayOut />
            <KeptWords kept={kept} onAgain={save} />
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
      <RepairResults repair={repair} points={points} />
    </div>
  );
}

interface FileNameProps {
  name: string;
  original: string;
  text: string;
  isShown: boolean;
  /** Left out where there is nothing to choose. */
  onShow: (() => void) | undefined;
}

function FileName({ name, original, text, isShown, onShow }: FileNameProps) {
  const { added, gone } = countOf(marksOf(original, text));
  const words = (
    <>
      {name}
      {added > 0 && <span className={css.plus}>+{added}</span>}
      {gone > 0 && <span className={css.minus}>−{gone}</span>}
    </>
  );
  if (!onShow) return <span className={css.file}>{words}</span>;
  return (
    <button
      type="button"
      className={cx(css.file, css.choice, isShown && css.shown)}
      aria-pressed={isShown}
      onClick={onShow}
    >
      {words}
    </button>
  );
}

const minute = dateFormat({ hour: '2-digit', minute: '2-digit' });

function KeptWords({ kept, onAgain }: { kept: Kept; onAgain: () => void }) {
  return (
    <span className={css.kept} role="status">
      {kept.is === 'saved' && `saved ${minute(kept.at)}`}
      {kept.is === 'saving' && 'saving'}
      {kept.is === 'failed' && (
        <>
          <span className={css.unsaved}>not saved: {kept.msg}</span>
          <Button size="sm" variant="quiet" onClick={onAgain}>
            Try again
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
  // CodeMirror draws itself, beside React.
  useEffect(() => {
    if (!host.current) return;
    const made = new SourceEditor({
      parent: host.current,
      name,
      original,
      text: latest.current.text,
      onChange: (next) => latest.current.onChange(next),
    });
    editor.current = made;
    return () => made.destroy();
  }, [name, original]);
  // What comes from elsewhere than from the editor: the original, put back.
  useEffect(() => editor.current?.show(text), [text]);
  return <div ref={host} className={css.host} />;
}
