import type { Lab } from '@hexpedition/contract';
import { LabRating } from './lab-rating.tsx';
import { LabSolutions } from './lab-solutions.tsx';
import { LabWriteUp } from './lab-write-up.tsx';
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
