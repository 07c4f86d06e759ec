import type { Lab } from '@hexpedition/contract';
import { useState } from 'react';
import { useUpgrade } from '#features/prose/use-upgrade.public.ts';
import { duration, plural } from '#lib/format.ts';
import { Html } from '#ui/html.tsx';
import { Label } from '#ui/label.tsx';
import prose from '#ui/prose.module.css';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { AfterLab } from '../../after/after-lab.tsx';
import { DifficultyMark } from '../../difficulty-mark.tsx';
import { LabLadder } from '../../ladder/lab-ladder.tsx';
import { AfterSolve } from '../../solve/after-solve.tsx';
import { useLabFlags } from '../../solve/use-lab-flags.ts';
import { solvedWords } from '../../solved.public.ts';
import css from '../bench.module.css';

interface Props {
  lab: Lab;
  isRepairing: boolean;
  onRepair: () => void;
}

/** Beside the bench: what the lab is about, and the ladder to its flags. */
export function Briefing({ lab, isRepairing, onRepair }: Props) {
  const { isSolved } = useLabFlags(lab);
  const [isReading, setReading] = useState(false);
  const upgrade = useUpgrade(lab.briefing_html);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className={css.briefing} aria-label="The lab" data-part data-pane tabIndex={0} ref={upgrade}>
      <div>
        <Label tone="beacon">Lab · {duration(lab.minutes)}</Label>
        <h1 className={css.title}>{lab.name}</h1>
        <p className={css.facts}>
          <DifficultyMark difficulty={lab.difficulty} />
          <span>{plural(lab.flags, 'flag')}</span>
          <span>{plural(lab.points, 'point')}</span>
          <span>{solvedWords(lab, isSolved)}</span>
        </p>
      </div>
      <section aria-labelledby="briefing">
        <h2 id="briefing">
          <VisuallyHidden>Briefing</VisuallyHidden>
        </h2>
        <Html html={lab.briefing_html} className={`${prose.prose} ${css.text}`} />
      </section>
      <hr className={css.rule} />
      <LabLadder
        lab={lab}
        onRepair={onRepair}
        isRepairing={isRepairing}
        afterwards={<AfterSolve lab={lab} onWriteUp={() => setReading(true)} />}
      />
      {isSolved && <AfterLab lab={lab} isReading={isReading} onRead={() => setReading(true)} />}
    </section>
  );
}
