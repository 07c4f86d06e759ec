import type { ContentDiagnostic } from '@hexpedition/contract';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#ui/button.tsx';
import { changedLines } from '../difference/difference.ts';
import { FaultLine, SendingLine } from '../files/sending-line.tsx';
import { BlockHead } from './block-head.tsx';
import type { BlockKind } from './blocks.ts';
import { InsertDialog } from './insert-dialog.tsx';
import css from './source.module.css';
import { SourceTools } from './source-tools.tsx';
import { type SourceFacts, SourceView } from './source-view.ts';
import { useGivenFiles } from './use-given-files.ts';

interface Props {
  /** Slug of the training whose files the lesson can show. */
  training: string;
  /** Slug of the lesson. */
  lesson: string;
  body: string;
  /** Rises when the body comes from elsewhere than from this pane. */
  turn: number;
  /** What learners read now; null for a lesson that nobody has seen yet. */
  published: string | null;
  faults: readonly ContentDiagnostic[];
  onChange: (body: string) => void;
  /** Hears where the caret is. */
  onLine: (line: number) => void;
  /** The page's way to the source: null while it is not there. */
  onSource: (source: SourceView | null) => void;
}

/** A pause, milliseconds, after which the marks of changed lines follow the text. */
const PAUSE = 400;

/** The source of a lesson: one document with a head above each of its blocks, and the tools for it. */
export function SourcePane({ training, lesson, body, turn, published, faults, onChange, onLine, onSource }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [source, setSource] = useState<SourceView | null>(null);
  const [facts, setFacts] = useState<SourceFacts>();
  const [asked, setAsked] = useState<{ kind?: BlockKind; below: number } | null>(null);
  const view = useRef<SourceView>(null);
  const files = useGivenFiles({ training, lesson, source: view });
  const latest = useRef({ body, onChange, onLine, onSource, onFiles: files.take });
  latest.current = { body, onChange, onLine, onSource, onFiles: files.take };

  // CodeMirror draws itself, beside React.
  useEffect(() => {
    if (!host.current) return;
    const made = new SourceView({
      parent: host.current,
      body: latest.current.body,
      onChange: (text) => latest.current.onChange(text),
      onFacts: (next) => {
        setFacts(next);
        latest.current.onLine(next.line);
      },
      onFiles: (...given) => latest.current.onFiles(...given),
    });
    view.current = made;
    setSource(made);
    latest.current.onSource(made);
    return () => {
      latest.current.onSource(null);
      made.destroy();
    };
  }, []);
  // The next three tell it what the page knows. What was typed here comes back late, and is not shown again.
  const shown = useRef(turn);
  useEffect(() => {
    if (shown.current !== turn) source?.show(latest.current.body);
    shown.current = turn;
  }, [source, turn]);
  useEffect(() => source?.diagnose(faults), [source, faults]);
  useEffect(() => {
    const timer = window.setTimeout(
      () => source?.markChanged(published === null ? [] : changedLines(published, body)),
      PAUSE,
    );
    return () => window.clearTimeout(timer);
  }, [source, published, body]);

  return (
    <div className={css.pane}>
      <SourceTools
        source={source}
        facts={facts}
        onInsert={(kind) => setAsked({ ...(kind && { kind }), below: facts?.current ?? -1 })}
      />
      <div ref={host} className={css.host} />
      {source && facts && <Heads source={source} facts={facts} onInsert={(below) => setAsked({ below })} />}
      {source && <GivenFiles source={source} files={files} />}
      {asked && source && (
        <InsertDialog
          training={training}
          kind={asked.kind}
          onInsert={(kind, ...shown) => source.insert(kind, asked.below, ...shown)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

interface HeadsProps {
  source: SourceView;
  facts: SourceFacts;
  onInsert: (below: number) => void;
}

/** Draws the heads into the elements that CodeMirror has made for them. */
function Heads({ source, facts: { blocks, current }, onInsert }: HeadsProps) {
  const slots = useSyncExternalStore(source.slots.subscribe, source.slots.read);
  // A block is known by its place: there is nothing else that stays when its words change.
  return [...slots].map(([at, slot]) => {
    const block = blocks[at];
    if (!block) return null;
    const head = (
      <BlockHead
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

interface GivenFilesProps {
  source: SourceView;
  files: ReturnType<typeof useGivenFiles>;
}

/** Draws how far files are on their way where each of them will stand. */
function GivenFiles({ source, files: { given, giveUp, keepBoth } }: GivenFilesProps) {
  const slots = useSyncExternalStore(source.spotSlots.subscribe, source.spotSlots.read);
  // What stands between the lines has just got, or changed, its height.
  useEffect(() => source.measure());
  return given.map((one) => {
    const slot = slots.get(one.id);
    if (!slot) return null;
    const close = () => giveUp(one.id);
    const line = one.sending ? (
      <SendingLine
        sending={one.sending}
        onClose={close}
        onChange={() => source.measure()}
        otherName={
          <Button size="sm" onClick={() => void keepBoth(one)}>
            Keep both
          </Button>
        }
      />
    ) : (
      one.fault && <FaultLine path={one.name} fault={one.fault} onClose={close} />
    );
    return createPortal(line, slot, String(one.id));
  });
}
