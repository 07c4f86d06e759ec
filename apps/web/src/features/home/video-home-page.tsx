import { useQuery } from '@tanstack/react-query';
import { trainingsQuery } from '#entities/training/training-queries.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { overviewQuery } from '../../entities/progress/overview-queries.ts';
import { HomeFrame } from './home-frame.tsx';
import css from './home-page.module.css';
import { OverviewBody } from './home-page.tsx';
import { HomeSkeleton, LoadFailed } from './home-skeleton.tsx';
import { SuggestedTrainings } from './suggested-trainings.tsx';

/** The overview of the video courses. */
export function VideoHomePage() {
  const overview = usePersonalQuery(overviewQuery('video'));
  const trainings = useQuery(trainingsQuery);
  const hasVideos = trainings.data?.trainings.some(({ kind }) => kind === 'video');
  return (
    <HomeFrame title="Video overview">
      <div className={css.sections}>
        {overview.error ? (
          <LoadFailed what="Your progress" error={overview.error} onRetry={() => void overview.refetch()} />
        ) : !overview.data || hasVideos === undefined ? (
          <HomeSkeleton />
        ) : !hasVideos ? (
          <EmptyState icon="play" title="No video courses yet" action={<LinkButton to="/map">Open the map</LinkButton>}>
            <p>The operator of this site has not added any video courses yet. All other courses are on the map.</p>
          </EmptyState>
        ) : overview.data.under_way.length + overview.data.finished === 0 ? (
          <SuggestedTrainings next={overview.data.next} />
        ) : (
          <OverviewBody overview={overview.data} at={overview.dataUpdatedAt} kind="video" />
        )}
      </div>
    </HomeFrame>
  );
}
