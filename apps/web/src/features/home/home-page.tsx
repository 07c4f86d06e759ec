import type { Overview, TrainingKind } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTierReach } from '#entities/account/tier-access.ts';
import { labsQuery, solvedLabsQuery } from '#entities/lab/lab-queries.ts';
import { countFoundFlags } from '#entities/lab/solve-counts.ts';
import { trainingsQuery } from '#entities/training/training-queries.ts';
import { plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { overviewQuery } from '../../entities/progress/overview-queries.ts';
import { ContinueCard } from './continue-card.tsx';
import { HomeFrame } from './home-frame.tsx';
import css from './home-page.module.css';
import { isNewcomer, labsToTry } from './home-selection.ts';
import { HomeSkeleton, LoadFailed } from './home-skeleton.tsx';
import { InProgressList } from './in-progress-list.tsx';
import { LabTiles } from './lab-tiles.tsx';
import { Specializations } from './specializations.tsx';
import { StartHereCard } from './start-here-card.tsx';
import streak from './streak-card.module.css';
import { StreakCard } from './streak-card.tsx';
import { SuggestedTrainings } from './suggested-trainings.tsx';

// The charts are at the bottom of the page, so they are not part of the first load.
const OverviewCharts = lazy(() => import('./overview-charts.tsx'));

export function HomePage() {
  const session = useSession();
  const reaches = useTierReach();
  const labs = useQuery(labsQuery).data?.labs ?? [];
  const solved = usePersonalQuery(solvedLabsQuery);
  const overview = usePersonalQuery(overviewQuery('course'));
  const trainings = useQuery(trainingsQuery).data?.trainings;
  if (!session) return null;
  const isNew = overview.data !== undefined && isNewcomer(overview.data);
  return (
    <HomeFrame title="Overview" label={<Greeting username={session.user.username} isNew={isNew} />}>
      <div className={css.sections}>
        {overview.error ? (
          <LoadFailed what="Your progress" error={overview.error} onRetry={() => void overview.refetch()} />
        ) : !overview.data || (isNew && !trainings) ? (
          <HomeSkeleton />
        ) : isNew ? (
          <>
            <StartHereCard trainings={trainings ?? []} />
            <Specializations trainings={trainings ?? []} />
            <DueReviews due={overview.data.due_reviews} />
          </>
        ) : (
          <OverviewBody overview={overview.data} at={overview.dataUpdatedAt} kind="course">
            {/* Shown only between two courses, so that it does not distract from a started one. */}
            {overview.data.resume === null && <Specializations trainings={trainings ?? []} />}
            <LabTiles labs={labsToTry(labs, countFoundFlags(solved.data), reaches)} />
          </OverviewBody>
        )}
        {isNew && <LabTiles labs={labsToTry(labs, countFoundFlags(solved.data), reaches)} />}
      </div>
    </HomeFrame>
  );
}

interface BodyProps {
  overview: Overview;
  /** Time of the response. */
  at: number;
  kind: TrainingKind;
  children?: ReactNode;
}

export function OverviewBody({ overview, at, kind, children }: BodyProps) {
  return (
    <>
      <ContinueCard overview={overview} kind={kind} />
      <div className={css.pair}>
        <StreakCard streak={overview.streak} />
        <DueReviews due={overview.due_reviews} />
      </div>
      <InProgressList entries={overview.under_way.filter(({ slug }) => slug !== overview.resume?.training.slug)} />
      <SuggestedTrainings next={overview.next} />
      {children}
      <Suspense fallback={<Skeleton shape="block" />}>
        <OverviewCharts radar={overview.radar} activity={overview.activity} at={at} />
      </Suspense>
    </>
  );
}

/** The number of notes due for review. Renders nothing if there are none. */
function DueReviews({ due }: { due: number }) {
  if (due === 0) return null;
  return (
    <Card as="section" size="sm" className={streak.card} aria-labelledby="reviews">
      <Label tone="beacon">Reviews</Label>
      <h2 id="reviews" className={streak.days}>
        {plural(due, 'note is', 'notes are')} due
      </h2>
      <p className={streak.text}>Review your notes before you forget them.</p>
      <p>
        <LinkButton size="sm" to="/reviews">
          Review {due === 1 ? 'it' : 'them'}
        </LinkButton>
      </p>
    </Card>
  );
}

/** The label is in capitals, but the username keeps its own spelling. */
const Greeting = ({ username, isNew }: { username: string; isNew: boolean }) => (
  <>
    {isNew ? 'Welcome' : 'Welcome back'}, <span className={css.username}>{username}</span>
  </>
);
