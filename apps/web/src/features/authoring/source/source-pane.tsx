import type { ContentDiagnostic } from '@hexpedition/contract';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#ui/button.tsx';
import { changedLines } from '../diff/text-diff.ts';
import { UploadProblem, UploadProgress } from '../files/upload-progress.tsx';
import { BlockHeader } from './block-header.tsx';
import type { BlockKind } from './block-kinds.ts';
import { InsertDialog } from './insert-dialog.tsx';
import css from './source.module.css';
import { SourceTools } from './source-tools.tsx';
import { type SourceState, SourceView } from './source-view.ts';
import { useSourceUploads } from './use-source-uploads.ts';

interface Props {
  /** Slug of the training that owns the files. */
  training: string;
  /** Slug of the lesson. */
  lesson: string;
  body: string;
  /** Increases when the body changes outside this pane. */
  externalChange: number;
  /** Published text; null if the lesson was never published. */
  published: string | null;
  problems: readonly ContentDiagnostic[];
  onChange: (body: string) => void;
  /** Called with the line of the caret. */
  onLine: (line: number) => void;
  /** Gives the page access to the source view; null after it is destroyed. */
  onSource: (source: SourceView | null) => void;
}

/** Debounce of the changed-line marks, milliseconds. */
const MARK_DELAY_MS = 400;

/** Source editor of a lesson: toolbar, and one document with a header above each block. */
export function SourcePane(props: Props) {
  const { training, lesson, body, externalChange, published, problems, onChange, onLine, onSource } = props;
  const host = useRef<HTMLDivElement>(null);
  const [source, setSource] = useState<SourceView | null>(null);
  const [sourceState, setSourceState] = useState<SourceState>();
  const [insertRequest, setInsertRequest] = useState<{ kind?: BlockKind; below: number } | null>(null);
  const view = useRef<SourceView>(null);
  const files = useSourceUploads({ training, lesson, source: view });
  const latest = useRef({ body, onChange, onLine, onSource, onFiles: files.take });
  latest.current = { body, onChange, onLine, onSource, onFiles: files.take };

  // Creates the CodeMirror view, which React does not render.
  useEffect(() => {
    if (!host.current) return;
    const created = new SourceView({
      parent: host.current,
      body: latest.current.body,
      onChange: (text) => latest.current.onChange(text),
      onState: (next) => {
        setSourceState(next);
        latest.current.onLine(next.line);
      },
      onFiles: (...given) => latest.current.onFiles(...given),
    });
    view.current = created;
    setSource(created);
    latest.current.onSource(created);
    return () => {
      latest.current.onSource(null);
      created.destroy();
    };
  }, []);
  // The next three effects pass page state to the view. Text that was typed here is not set again.
  const shownChange = useRef(externalChange);
  useEffect(() => {
    if (shownChange.current !== externalChange) source?.setText(latest.current.body);
    shownChange.current = externalChange;
  }, [source, externalChange]);
  useEffect(() => source?.showProblems(problems), [source, problems]);
  useEffect(() => {
    const timer = window.setTimeout(
      () => source?.markChanged(published === null ? [] : changedLines(published, body)),
      MARK_DELAY_MS,
    );
    return () => window.clearTimeout(timer);
  }, [source, published, body]);

  return (
    <div className={css.pane}>
      <SourceTools
        source={source}
        sourceState={sourceState}
        onInsert={(kind) => setInsertRequest({ ...(kind && { kind }), below: sourceState?.current ?? -1 })}
      />
      <div ref={host} className={css.host} />
      {source && sourceState && (
        <BlockHeaders source={source} sourceState={sourceState} onInsert={(below) => setInsertRequest({ below })} />
      )}
      {source && <SourceUploads source={source} files={files} />}
      {insertRequest && source && (
        <InsertDialog
          training={training}
          kind={insertRequest.kind}
          onInsert={(kind, ...shown) => source.insert(kind, insertRequest.below, ...shown)}
          onClose={() => setInsertRequest(null)}
        />
      )}
    </div>
  );
}

interface BlockHeadersProps {
  source: SourceView;
  sourceState: SourceState;
  onInsert: (below: number) => void;
}

/** Renders the block headers into the elements that CodeMirror created for them. */
function BlockHeaders({ source, sourceState: { blocks, current }, onInsert }: BlockHeadersProps) {
  const slots = useSyncExternalStore(source.slots.subscribe, source.slots.read);
  // The key is the index, the only stable property of a block whose text changes.
  return [...slots].map(([at, slot]) => {
    const block = blocks[at];
    if (!block) return null;
    const head = (
      <BlockHeader
        key={at}
        block={block}
        at={at}
        of={blocks.length}
        isCurrent={at === current}
        source={source}
        onInsert={() => onInsert(at)}
      />
    );
    return createPortal(head, slot, String(at));
  });
}

interface SourceUploadsProps {
  source: SourceView;
  files: ReturnType<typeof useSourceUploads>;
}

/** Shows the progress of each upload at the place where its block will be inserted. */
function SourceUploads({ source, files: { uploads, dismiss, keepBoth } }: SourceUploadsProps) {
  const slots = useSyncExternalStore(source.placeholderSlots.subscribe, source.placeholderSlots.read);
  // The widgets between the lines may have changed their height.
  useEffect(() => source.measure());
  return uploads.map((one) => {
    const slot = slots.get(one.id);
    if (!slot) return null;
    const close = () => dismiss(one.id);
    const line = one.upload ? (
      <UploadProgress
        upload={one.upload}
        onClose={close}
        onChange={() => source.measure()}
        otherName={
          <Button size="sm" onClick={() => void keepBoth(one)}>
            Keep both
          </Button>
        }
      />
    ) : (
      one.problem && <UploadProblem path={one.name} problem={one.problem} onClose={close} />
    );
    return createPortal(line, slot, String(one.id));
  });
}
