import type { Training } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { progressQuery } from '#entities/map/map-queries.ts';
import { useVisitorProgress } from '#entities/progress/visitor-progress.ts';
import { TrainingHex } from '#entities/training/training-hex.tsx';
import { trainingFlagsQuery, trainingsQuery } from '#entities/training/training-queries.ts';
import { plural } from '#lib/format.ts';
import { endpointQuery, usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import css from './training-completed.module.css';

const ownRankQuery = endpointQuery('GET /api/account/leaderboard', { query: { limit: 1 } });

interface Props {
  training: Training;
  /** Whether the learner has just completed it in this tab. */
  fresh: boolean;
}

/** Celebrates a completed training and recommends the next one. */
export default function TrainingCompleted({ training, fresh }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = useQuery(trainingsQuery);
  const { data: progress } = usePersonalQuery(progressQuery);
  // Open trainings come first; otherwise in the author's order.
  const isLocked = ({ slug }: { slug: string }) => progress?.locked_by_prerequisites.includes(slug) ?? false;
  const [first, ...others] = training.recommended_next.toSorted((a, b) => Number(isLocked(a)) - Number(isLocked(b)));
  const next = first && data?.trainings.find(({ slug }) => slug === first.slug);
  // Moves the focus to the panel, because the button that opened it is gone, and shows the confetti.
  useEffect(() => {
    if (!fresh) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView({ block: 'center' });
    void import('./confetti.ts').then(({ celebrateOnce }) => celebrateOnce(training.slug));
  }, [fresh, training.slug]);
  return (
    <Card as="section" tone="beacon" className={css.panel} aria-labelledby="training-done">
      <div className={css.progress} aria-hidden="true">
        <TrainingHex icon={training.icon} continent={training.continent} share={1} />
        {first && (
          <>
            <svg aria-hidden="true" className={css.path} viewBox="0 0 48 8" width="48" height="8">
              <path d="M2 4h44" />
            </svg>
            <TrainingHex icon={next?.icon ?? 'compass'} continent={next?.continent ?? training.continent} />
          </>
        )}
      </div>
      <div className={css.content}>
        <Label tone="phosphor">Course complete</Label>
        <h2 id="training-done" ref={heading} tabIndex={-1} className={css.title}>
          You completed {training.name}
        </h2>
        <p className={css.text}>
          {plural(training.subchapters, 'lesson')} completed.{' '}
          {first ? `Next on the map: ${first.name}. ${first.summary}` : 'Find more courses on the map.'}
        </p>
        <EarnedPoints training={training} />
      </div>
      {first ? (
        <div className={css.options}>
          <LinkButton variant="primary" to="/courses/$training" params={{ training: first.slug }}>
            Continue with {first.name}
          </LinkButton>
          {others.map(({ slug, name }) => (
            <LinkButton key={slug} to="/courses/$training" params={{ training: slug }}>
              {name}
            </LinkButton>
          ))}
        </div>
      ) : (
        <LinkButton variant="primary" to="/map">
          Open the map
        </LinkButton>
      )}
    </Card>
  );
}

/** Shows the flags that are left, the points from the training's flags and drills, and the learner's rank. */
function EarnedPoints({ training }: { training: Training }) {
  const { data } = usePersonalQuery(trainingFlagsQuery(training.slug));
  const { data: board } = usePersonalQuery(ownRankQuery);
  const isMember = useSession() !== null;
  const visits = Object.values(useVisitorProgress()).filter((visit) => visit.training === training.slug);
  const flags = data?.flags.filter(({ kind }) => kind === 'flag') ?? [];
  const total = isMember ? flags.length : training.flags;
  const solved = isMember
    ? flags.filter((flag) => flag.solved_at !== null).length
    : visits.flatMap((visit) => Object.keys(visit.flags ?? {})).length;
  const sum = (flags: readonly { points: number }[] = []) => flags.reduce((points, flag) => points + flag.points, 0);
  const found = sum(data?.flags.filter((flag) => flag.solved_at !== null));
  const facts = [
    solved < total && `${solved} of ${plural(total, 'flag')} found`,
    found > 0 && `${found} of ${plural(sum(data?.flags), 'point')}`,
    board?.me && `rank ${board.me.rank} on the leaderboard`,
  ].filter((fact) => typeof fact === 'string');
  return <p className={css.earned}>{facts.join(' · ')}</p>;
}
