import type { TrainingKind } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { trainingsQuery } from '#features/learn/queries.public.ts';
import { TrainingHex } from '#features/learn/training-hex.public.tsx';
import { day, plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { HomeFrame } from './home-frame.tsx';
import css from './home-page.module.css';
import { HomeSkeleton, LoadFailed } from './home-skeleton.tsx';
import { type Finished, finishedOf } from './pick.ts';
import { progressOfQuery } from './queries.public.ts';

const leads: Record<TrainingKind, string> = {
  course: 'The courses of the map that you have finished, the latest first.',
  video: 'The courses in films that you have finished, the latest first.',
};

/** Every training that the learner has finished, of the map or of the video map. */
export function CompletedPage({ kind, title }: { kind: TrainingKind; title: string }) {
  const progress = usePersonalQuery(progressOfQuery(kind));
  const trainings = useQuery(trainingsQuery);
  const error = progress.error ?? trainings.error;
  const finished = progress.data && trainings.data && finishedOf(trainings.data.trainings, progress.data);
  const retry = () => void Promise.all([progress.refetch(), trainings.refetch()]);
  return (
    <HomeFrame title={title} lead={leads[kind]}>
      {error ? (
        <LoadFailed what="Your courses" error={error} onRetry={retry} />
      ) : !finished ? (
        <HomeSkeleton />
      ) : finished.length === 0 ? (
        <Nothing kind={kind} />
      ) : (
        <ul className={css.tiles}>
          {finished.map((entry) => (
            <Entry key={entry.training.slug} entry={entry} />
          ))}
        </ul>
      )}
    </HomeFrame>
  );
}

function Entry({ entry: { training, last_at, changed } }: { entry: Finished }) {
  return (
    <Card as="li" link size="sm" className={css.tile}>
      <TrainingHex icon={training.icon} continent={training.continent} share={1} />
      <div>
        <h2 className={css.name}>
          <Link to="/courses/$training" params={{ training: training.slug }}>
            {training.name}
          </Link>
        </h2>
        <p className={css.facts}>
          {plural(training.subchapters, 'lesson')}
          {last_at && ` · finished ${day(last_at)}`}
        </p>
        {changed > 0 && (
          <p className={css.finished}>{plural(changed, 'lesson has', 'lessons have')} changed since you finished</p>
        )}
      </div>
    </Card>
  );
}

function Nothing({ kind }: { kind: TrainingKind }) {
  return kind === 'course' ? (
    <EmptyState icon="flag" title="Nothing finished yet" action={<LinkButton to="/">Go on</LinkButton>}>
      <p>Finished courses appear here, and stay when you leave them.</p>
    </EmptyState>
  ) : (
    <EmptyState
      icon="play"
      title="No video course finished yet"
      action={<LinkButton to="/yt-home">Video overview</LinkButton>}
    >
      <p>Finished video courses appear here.</p>
    </EmptyState>
  );
}
