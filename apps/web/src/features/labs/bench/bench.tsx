import type { Instance, Lab } from '@hexpedition/contract';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLabFlags } from '#entities/lab/solve/use-lab-flags.ts';
import { solvesText } from '#entities/lab/solve-counts.ts';
import { usePaneKeys } from '#lib/focus-pane.ts';
import { duration, plural } from '#lib/format.ts';
import { type Shortcut, useListedShortcuts } from '#lib/shortcuts.ts';
import { Html } from '#ui/html.tsx';
import { Label } from '#ui/label.tsx';
import { useInteractiveProse } from '#ui/prose/use-interactive-prose.ts';
import prose from '#ui/prose.module.css';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { SolvedLabSections } from '../after/solved-lab-sections.tsx';
import { DifficultyMark } from '../difficulty-mark.tsx';
import { NextSteps } from '../solve/next-steps.tsx';
import { LabTaskList } from '../tasks/lab-task-list.tsx';
import css from './bench.module.css';
import { BenchPanes } from './frame/bench-panes.tsx';
import { InstanceBar } from './frame/instance-bar.tsx';
import type { LowerTab } from './frame/lower-section.tsx';
import { useInstanceActions } from './frame/use-instance-actions.ts';
import { useRepair } from './repair/use-repair.ts';

interface Props {
  lab: Lab;
  instance: Instance | null;
  /** Whether to open the repair first. */
  isRepair: boolean;
  /** Whether the instance was started in this visit. If so, the terminal takes the focus. */
  isFresh: boolean;
  /** Leads back to the lab page after the instance has ended. */
  onLeave: () => void;
}

const query = '(width < 1024px)';

function subscribe(listener: () => void) {
  const list = matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

/** Whether the viewport is narrow. The bench is then a drawer over the briefing instead of a column beside it. */
const useNarrowViewport = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );

/** Sets `--covered` to the height that a phone's keyboard covers, so that the bench stays above the keyboard. */
function useKeyboardInset(element: { readonly current: HTMLElement | null }): void {
  // Follows the size of the visual viewport.
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const measure = () => {
      const covered = Math.max(0, Math.round(innerHeight - view.height - view.offsetTop));
      element.current?.style.setProperty('--covered', `${covered}px`);
    };
    measure();
    view.addEventListener('resize', measure);
    return () => view.removeEventListener('resize', measure);
  }, [element]);
}

const benchShortcuts: readonly Shortcut[] = [
  { keys: 'F6', label: 'Next part of the workspace, also out of the terminal' },
  { keys: 'Shift+F6', label: 'Previous part of the workspace' },
];
const terminalShortcuts: readonly Shortcut[] = [
  { keys: 'Ctrl+Shift+C', label: 'In the terminal: copy the selection' },
  { keys: 'Ctrl+Shift+V', label: 'In the terminal: paste' },
  { keys: 'Ctrl+Shift+F', label: 'In the terminal: find' },
  { keys: 'F2', label: 'On a terminal tab: rename it' },
  { keys: 'Delete', label: 'On a terminal tab: close it' },
];
const repairShortcuts: readonly Shortcut[] = [{ keys: 'Ctrl+Enter', label: 'Run the repair tests' }];
const noShortcuts: readonly Shortcut[] = [];

interface Actions {
  /** Runs the repair tests; undefined if the lab has no repair. */
  onRun: (() => void) | undefined;
  hasTerminal: boolean;
}

/** Handles the keys of the bench. The terminal and the source editor handle their own keys. */
function useBenchKeys({ onRun, hasTerminal }: Actions) {
  useListedShortcuts(benchShortcuts);
  useListedShortcuts(hasTerminal ? terminalShortcuts : noShortcuts);
  useListedShortcuts(onRun ? repairShortcuts : noShortcuts);
  usePaneKeys(({ key, ctrlKey, metaKey, altKey, shiftKey, target }) => {
    const isRun = key === 'Enter' && (ctrlKey || metaKey) && !altKey && !shiftKey;
    // Keys in the terminal go to the shell.
    if (!isRun || !onRun || (target instanceof Element && target.closest('.xterm'))) return false;
    onRun();
    return true;
  });
}

/**
 * Workbench of a lab: briefing and flags, the terminals of its workspace, the files of the home, and the source to repair.
 * It fills the window.
 */
export default function Bench({ lab, instance, isRepair, isFresh, onLeave }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrowViewport();
  useKeyboardInset(root);
  const actions = useInstanceActions(lab.slug);
  const repair = useRepair(lab.slug, lab.repair !== null);
  const [lower, setLower] = useState<LowerTab>(lab.repair ? 'repair' : 'files');
  const [isTerminal, setTerminal] = useState(lab.workspace !== null && !isRepair);
  const [isFull, setFull] = useState(false);
  const showLower = (next: LowerTab) => {
    setLower(next);
    setTerminal(false);
    setFull(false);
  };
  useBenchKeys({
    hasTerminal: lab.workspace !== null,
    onRun: lab.repair
      ? () => {
          showLower('repair');
          if (!repair.run.isPending && repair.sourcePrice === null) repair.run.mutate();
        }
      : undefined,
  });
  const isFilled = isFull && !isNarrow;
  return (
    <div
      ref={root}
      className={css.bench}
      data-fills-window={isFilled ? 'screen' : 'below'}
      data-narrow={isNarrow || undefined}
    >
      <InstanceBar lab={lab} instance={instance} actions={actions} isNarrow={isNarrow} onLeave={onLeave} />
      {!isFilled && (
        <Briefing
          lab={lab}
          isRepairing={lower === 'repair' && (!isNarrow || !isTerminal)}
          onRepair={() => showLower('repair')}
        />
      )}
      <BenchPanes
        lab={lab}
        instance={instance}
        actions={actions}
        repair={repair}
        isFresh={isFresh}
        isNarrow={isNarrow}
        lower={lower}
        onLower={showLower}
        isTerminal={isTerminal}
        onTerminal={() => setTerminal(true)}
        isFull={isFilled}
        onFull={() => setFull(!isFull)}
      />
    </div>
  );
}

interface BriefingProps {
  lab: Lab;
  isRepairing: boolean;
  onRepair: () => void;
}

/** Column beside the panes: the briefing of the lab and its tasks. */
function Briefing({ lab, isRepairing, onRepair }: BriefingProps) {
  const { isSolved } = useLabFlags(lab);
  const [isReading, setReading] = useState(false);
  const proseRef = useInteractiveProse(lab.briefing_html);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls, so the keyboard must reach it
    <section className={css.briefing} aria-label="The lab" data-part data-pane tabIndex={0} ref={proseRef}>
      <div>
        <Label tone="beacon">Lab · {duration(lab.minutes)}</Label>
        <h1 className={css.title}>{lab.name}</h1>
        <p className={css.facts}>
          <DifficultyMark difficulty={lab.difficulty} />
          <span>{plural(lab.flags, 'flag')}</span>
          <span>{plural(lab.points, 'point')}</span>
          <span>{solvesText(lab, isSolved)}</span>
        </p>
      </div>
      <section aria-labelledby="briefing">
        <h2 id="briefing">
          <VisuallyHidden>Briefing</VisuallyHidden>
        </h2>
        <Html html={lab.briefing_html} className={`${prose.prose} ${css.text}`} />
      </section>
      <hr className={css.rule} />
      <LabTaskList
        lab={lab}
        onRepair={onRepair}
        isRepairing={isRepairing}
        nextSteps={<NextSteps lab={lab} onWriteUp={() => setReading(true)} />}
      />
      {isSolved && <SolvedLabSections lab={lab} isReading={isReading} onRead={() => setReading(true)} />}
    </section>
  );
}
