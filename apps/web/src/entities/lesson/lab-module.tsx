import type { Lab } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlagField } from '#entities/flag/flag-box.tsx';
import { difficultyLabels } from '#entities/lab/difficulty.ts';
import { InstancePanel } from '#entities/lab/instance/instance-panel.tsx';
import { labQuery } from '#entities/lab/lab-queries.ts';
import { duration, plural } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { StopSolvedLab } from '../lab/solve/stop-solved-lab.tsx';
import { useLabFlags } from '../lab/solve/use-lab-flags.ts';
import css from './lab-module.module.css';
import type { ModuleProps } from './module-props.ts';

/** Lab within a lesson. The lesson works even if the lab does not load. */
export default function LabModule({ module: { lab: slug, name } }: ModuleProps<'lab'>) {
  const { data: lab } = useQuery(labQuery(slug));
  return (
    <Card className={css.card}>
      <div className={css.text}>
        <Label>Lab</Label>
        <h3 className={css.name}>
          <Link to="/lab/$slug" params={{ slug }}>
            {lab?.name ?? name}
          </Link>
        </h3>
        {lab && (
          <>
            <p className={css.summary}>{lab.summary}</p>
            <p className={css.facts}>
              {difficultyLabels[lab.difficulty]} · {duration(lab.minutes)} · {plural(lab.flags, 'flag')} ·{' '}
              {plural(lab.points, 'point')}
              {lab.workspace && ' · with a shell'}
            </p>
          </>
        )}
      </div>
      <InstancePanel slug={slug} lab={lab} inLesson />
      {lab && (
        <div className={css.flag}>
          <p className={css.submission}>{lab.flags === 1 ? 'Submit the flag' : `Submit the ${lab.flags} flags`}</p>
          <LabFlagField lab={lab} />
          {lab.hints.length > 0 && (
            <p className={css.hints}>
              Stuck?{' '}
              <Link to="/lab/$slug" params={{ slug }} hash="hints">
                {`The lab has ${plural(lab.hints.length, 'hint')}`}
              </Link>
            </p>
          )}
        </div>
      )}
    </Card>
  );
}

/** Flag field of a lab within a lesson. */
function LabFlagField({ lab }: { lab: Lab }) {
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
