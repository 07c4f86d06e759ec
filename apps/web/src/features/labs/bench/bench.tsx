import type { Instance, Lab } from '@hexpedition/contract';
import { useRef, useState } from 'react';
import css from './bench.module.css';
import { BenchPanes } from './frame/bench-panes.tsx';
import { Briefing } from './frame/briefing.tsx';
import { InstanceBar } from './frame/instance-bar.tsx';
import type { LowerTab } from './frame/lower-section.tsx';
import { useBenchKeys } from './frame/use-bench-keys.ts';
import { useInstanceActions } from './frame/use-instance-actions.ts';
import { useKeyboardInset, useNarrowViewport } from './frame/use-narrow-viewport.ts';
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
          if (!repair.run.isPending) repair.run.mutate();
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
