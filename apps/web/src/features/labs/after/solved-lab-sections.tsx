import type { Lab } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Html } from '#ui/html.tsx';
import { useInteractiveProse } from '#ui/prose/use-interactive-prose.ts';
import prose from '#ui/prose.module.css';
import { Skeleton } from '#ui/skeleton.tsx';
import { writeUpQuery } from '../lab-queries.ts';
import css from './after.module.css';
import { LabRating } from './lab-rating.tsx';
import { LabSolutions } from './lab-solutions.tsx';
import { OwnSolution } from './own-solution.tsx';

interface Props {
  lab: Lab;
  /** Whether the write-up is open. */
  isReading: boolean;
  onRead: () => void;
}

/** Sections of a solved lab: the write-up, the difficulty rating, the solutions of others and the learner's own. */
export const SolvedLabSections = ({ lab, isReading, onRead }: Props) => (
  <>
    <LabWriteUp slug={lab.slug} open={isReading} onOpen={onRead} />
    <LabRating lab={lab} />
    <LabSolutions slug={lab.slug} />
    <OwnSolution slug={lab.slug} />
  </>
);

/** Write-up of the intended solution. Loads it on request. */
function LabWriteUp({ slug, open, onOpen }: { slug: string; open: boolean; onOpen: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Moves the focus and the view to the write-up, because the button that opened it is gone or further up.
  useEffect(() => {
    if (!open) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [open]);
  const { data, error, isPending } = useQuery({ ...writeUpQuery(slug), enabled: open });
  const proseRef = useInteractiveProse(data?.html);
  return (
    <section aria-labelledby="write-up">
      <h2 id="write-up" ref={heading} tabIndex={-1} className={css.heading}>
        Write-up
      </h2>
      {!open && (
        <div className={css.offer}>
          <p>You solved it. Compare your way with the intended solution.</p>
          <Button icon="list" onClick={onOpen}>
            Read the write-up
          </Button>
        </div>
      )}
      {open && isPending && <Skeleton lines={4} />}
      {error && <p role="alert">{messageOf(error)}</p>}
      <div ref={proseRef}>{data && <Html html={data.html} className={`${prose.prose} ${css.story}`} />}</div>
    </section>
  );
}
