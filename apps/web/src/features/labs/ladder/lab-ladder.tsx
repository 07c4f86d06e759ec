import type { Lab } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FlagBox } from '#features/flags/flag-box.public.tsx';
import { DidNotLoad } from '#ui/did-not-load.tsx';
import { Html } from '#ui/html.tsx';
import prose from '#ui/prose.module.css';
import { Skeleton } from '#ui/skeleton.tsx';
import { labFlagsQuery } from '../queries.public.ts';
import { useLabFlags } from '../solve/use-lab-flags.ts';
import { CurrentStep } from './current-step.tsx';
import { FlagHints } from './flag-hints.tsx';
import css from './lab-ladder.module.css';
import { currentOf, makeSteps } from './ladder.ts';
import { FlagRung, RepairRung } from './rungs.tsx';
import { useHints } from './use-hints.ts';

interface Props {
  lab: Lab;
  /** Opens where the repair is made; called by its rung. */
  onRepair: () => void;
  /** It is open now. */
  isRepairing?: boolean;
  /** What a learner may do next who has just found the last flag: buttons and links. */
  afterwards?: ReactNode;
}

/**
 * One ladder carries the flags, the hints of each, and the repair. Only the current step is a card. The field in it
 * takes any flag of the lab: the server says which one it was.
 */
export function LabLadder({ lab, onRepair, isRepairing = false, afterwards }: Props) {
  const list = useQuery(labFlagsQuery(lab.slug));
  const { found, repaired, isSolved, submission } = useLabFlags(lab);
  const hints = useHints(lab);
  const [chosen, setChosen] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The rung that was pressed has become a card; the focus goes along.
  useEffect(() => {
    if (chosen !== null) heading.current?.focus({ preventScroll: true });
  }, [chosen]);

  if (list.isError) return <DidNotLoad what="The flags" {...list} />;
  if (!list.data) return <Skeleton lines={4} />;
  const steps = makeSteps(list.data.flags, lab.hints, found, new Set(hints.texts.keys()));
  const [only] = steps;
  if (only && steps.length === 1 && !lab.repair) {
    return (
      <FlagBox
        {...submission}
        heading="h2"
        title="Hand in the flag"
        points={only.worth}
        solved={isSolved}
        afterwards={isSolved && afterwards}
        below={<FlagHints step={only} state={hints} heading="h3" />}
      >
        {only.flag.task_html && <Html html={only.flag.task_html} className={prose.prose} />}
      </FlagBox>
    );
  }
  const current = currentOf(steps, chosen);
  const at = current ? steps.indexOf(current) : steps.length;
  return (
    <section className={css.ladder} aria-labelledby="flags">
      <div className={css.head}>
        <h2 id="flags">Flags</h2>
        <p className={css.count}>
          <strong>
            {found.size} of {lab.flags}
          </strong>{' '}
          found
        </p>
        <p className={css.bars} aria-hidden="true">
          {steps.map((step) => (
            <span key={step.flag.id} data-state={step === current && step.state !== 'found' ? 'current' : step.state} />
          ))}
        </p>
      </div>
      <ol aria-label="Steps">
        {steps.slice(0, at).map((step) => (
          <FlagRung key={step.flag.id} step={step} onChoose={() => setChosen(step.flag.id)} />
        ))}
        {/* One key for whichever step it is: the field stays the same one, with its focus and what it has to say. */}
        <CurrentStep
          key="current"
          step={current}
          steps={steps}
          hints={hints}
          submission={{
            ...submission,
            onFound: () => {
              setChosen(null);
              submission.onFound();
            },
          }}
          isSolved={isSolved}
          afterwards={afterwards}
          heading={heading}
        />
        {steps.slice(at + 1).map((step) => (
          <FlagRung key={step.flag.id} step={step} onChoose={() => setChosen(step.flag.id)} />
        ))}
        {lab.repair && <RepairRung repair={lab.repair} done={repaired} isOpen={isRepairing} onRepair={onRepair} />}
      </ol>
    </section>
  );
}
