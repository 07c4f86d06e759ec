import type { Lab } from '@hexpedition/contract';
import { useState } from 'react';
import { useLabFlags } from '#entities/lab/solve/use-lab-flags.ts';
import { solvesText } from '#entities/lab/solve-counts.ts';
import { duration, plural } from '#lib/format.ts';
import { Html } from '#ui/html.tsx';
import { Label } from '#ui/label.tsx';
import { useInteractiveProse } from '#ui/prose/use-interactive-prose.ts';
import prose from '#ui/prose.module.css';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { SolvedLabSections } from '../../after/solved-lab-sections.tsx';
import { DifficultyMark } from '../../difficulty-mark.tsx';
import { NextSteps } from '../../solve/next-steps.tsx';
import { LabTaskList } from '../../tasks/lab-task-list.tsx';
import css from '../bench.module.css';

interface Props {
  lab: Lab;
  isRepairing: boolean;
  onRepair: () => void;
}

/** Column beside the panes: the briefing of the lab and its tasks. */
export function Briefing({ lab, isRepairing, onRepair }: Props) {
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
