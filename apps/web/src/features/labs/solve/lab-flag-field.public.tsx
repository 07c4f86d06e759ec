import type { Lab } from '@hexpedition/contract';
import { FlagField } from '#features/flags/flag-box.public.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { StopSolved } from './stop-solved.tsx';
import { useLabFlags } from './use-lab-flags.ts';

/** The field for a lab's flags inside of a lesson. */
export function LabFlagField({ lab }: { lab: Lab }) {
  const { isSolved, submission } = useLabFlags(lab);
  return (
    <FlagField
      {...submission}
      solved={isSolved}
      afterwards={
        isSolved && (
          <>
            <LinkButton to="/lab/$slug" params={{ slug: lab.slug }} hash="write-up" icon="list">
              Read the write-up
            </LinkButton>
            <StopSolved slug={lab.slug} />
          </>
        )
      }
    />
  );
}
