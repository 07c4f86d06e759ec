import type { TrainingKind } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TrainingHex } from '#entities/training/training-hex.tsx';
import { trainingsQuery } from '#entities/training/training-queries.ts';
import tile from '#entities/training/training-tile.module.css';
import { day, plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { progressOfQuery } from '../../entities/progress/overview-queries.ts';
import { HomeFrame } from './home-frame.tsx';
import css from './home-page.module.css';
import { type CompletedTraining, completedTrainings } from './home-selection.ts';
import { HomeSkeleton, LoadFailed } from './home-skeleton.tsx';

const leads: Record<TrainingKind, string> = {
  course: 'The courses that you have completed, most recent first.',
  video: 'The video courses that you have completed, most recent first.',
};

/** All trainings of one kind that the learner has completed. */
export function CompletedPage({ kind, title }: { kind: TrainingKind; title: string }) {
  const progress = usePersonalQuery(progressOfQuery(kind));
  const trainings = useQuery(trainingsQuery);
  const error = progress.error ?? trainings.error;
  const completed = progress.data && trainings.data && completedTrainings(trainings.data.trainings, progress.data);
  const retry = () => void Promise.all([progress.refetch(), trainings.refetch()]);
  return (
    <HomeFrame title={title} lead={leads[kind]}>
      {error ? (
        <LoadFailed what="Your courses" error={error} onRetry={retry} />
      ) : !completed ? (
        <HomeSkeleton />
      ) : completed.length === 0 ? (
        <NoCompletedCourses kind={kind} />
      ) : (
        <ul className={tile.tiles}>
          {completed.map((entry) => (
            <Entry key={entry.training.slug} entry={entry} />
          ))}
        </ul>
      )}
    </HomeFrame>
  );
}

function Entry({ entry: { training, last_at, changed } }: { entry: CompletedTraining }) {
  return (
    <Card as="li" link size="sm" className={tile.tile}>
      <TrainingHex icon={training.icon} continent={training.continent} share={1} />
      <div>
        <h2 className={tile.name}>
          <Link to="/courses/$training" params={{ training: training.slug }}>
            {training.name}
          </Link>
        </h2>
        <p className={tile.facts}>
          {plural(training.subchapters, 'lesson')}
          {last_at && ` · completed ${day(last_at)}`}
        </p>
        {changed > 0 && (
          <p className={css.finished}>{plural(changed, 'lesson has', 'lessons have')} changed since you completed it</p>
        )}
      </div>
    </Card>
  );
}

function NoCompletedCourses({ kind }: { kind: TrainingKind }) {
  return kind === 'course' ? (
    <EmptyState icon="flag" title="No completed courses yet" action={<LinkButton to="/">Overview</LinkButton>}>
      <p>Completed courses appear here, even after you leave them.</p>
    </EmptyState>
  ) : (
    <EmptyState
      icon="play"
      title="No completed video courses yet"
      action={<LinkButton to="/yt-home">Video overview</LinkButton>}
    >
      <p>Completed video courses appear here.</p>
    </EmptyState>
  );
}
