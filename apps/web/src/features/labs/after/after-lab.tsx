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

/** What a solved lab has to offer: the write-up, how hard it was, how others did it, and how the learner did. */
export const AfterLab = ({ lab, isReading, onRead }: Props) => (
  <>
    <LabWriteUp slug={lab.slug} open={isReading} onOpen={onRead} />
    <LabRating lab={lab} />
    <LabSolutions slug={lab.slug} />
    <OwnSolution slug={lab.slug} />
  </>
);
