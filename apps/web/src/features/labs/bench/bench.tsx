import type { Instance, Lab } from '@hexpedition/contract';
import { useRef, useState } from 'react';
import css from './bench.module.css';
import { Briefing } from './frame/briefing.tsx';
import { InstanceBar } from './frame/instance-bar.tsx';
import type { Lower } from './frame/lower-section.tsx';
import { useBenchKeys } from './frame/use-bench-keys.ts';
import { useInstanceActs } from './frame/use-instance-acts.ts';
import { useKeyboardRoom, useNarrow } from './frame/use-narrow.ts';
import { Work } from './frame/work.tsx';
import { useRepair } from './repair/use-repair.ts';

interface Props {
  lab: Lab;
  instance: Instance | null;
  /** Whether the learner came to repair it. */
  isRepair: boolean;
  /** Whether the instance was started in this visit: the learner wants to type. */
  isFresh: boolean;
  /** Back to the lab's ordinary page, where its instance has ended. */
  onLeave: () => void;
}

/**
 * Where a lab is worked at: its briefing and flags, the terminals of its workspace, the files of the home, and the source
 * that is to be repaired. It fills the window.
 */
export default function Bench({ lab, instance, isRepair, isFresh, onLeave }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow();
  useKeyboardRoom(root);
  const acts = useInstanceActs(lab.slug);
  const repair = useRepair(lab.slug, lab.repair !== null);
  const [lower, setLower] = useState<Lower>(lab.repair ? 'repair' : 'files');
  const [isTerminal, setTerminal] = useState(lab.workspace !== null && !isRepair);
  const [isFull, setFull] = useState(false);
  const showLower = (next: Lower) => {
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
      <InstanceBar lab={lab} instance={instance} acts={acts} isNarrow={isNarrow} onLeave={onLeave} />
      {!isFilled && (
        <Briefing
          lab={lab}
          isRepairing={lower === 'repair' && (!isNarrow || !isTerminal)}
          onRepair={() => showLower('repair')}
        />
      )}
      <Work
        lab={lab}
        instance={instance}
        acts={acts}
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
