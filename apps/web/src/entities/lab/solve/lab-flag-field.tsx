import type { Lab } from '@hexpedition/contract';
import { FlagField } from '#entities/flag/flag-box.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { StopSolvedLab } from './stop-solved-lab.tsx';
import { useLabFlags } from './use-lab-flags.ts';

/** Flag field of a lab within a lesson. */
export function LabFlagField({ lab }: { lab: Lab }) {
  const { isSolved, submission } = useLabFlags(lab);
  return (
    <FlagField
      {...submission}
      solved={isSolved}
      nextSteps={
        isSolved && (
          <>
            <LinkButton to="/lab/$slug" params={{ slug: lab.slug }} hash="write-up" icon="list">
              Read the write-up
            </LinkButton>
            <StopSolvedLab slug={lab.slug} />
          </>
        )
      }
    />
  );
}
