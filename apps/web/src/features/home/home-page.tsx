import type { Overview, TrainingKind } from '@hexpedition/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { labsQuery, solvedLabsQuery } from '#features/labs/queries.public.ts';
import { countFoundFlags } from '#features/labs/solve-counts.public.ts';
import { trainingsQuery } from '#features/learn/queries.public.ts';
import { plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { useTierReach } from '#shell/tier-access.ts';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ContinueCard } from './continue-card.tsx';
import { HomeFrame } from './home-frame.tsx';
import css from './home-page.module.css';
import { HomeSkeleton, LoadFailed } from './home-skeleton.tsx';
import { LabTiles } from './lab-tiles.tsx';
import { Newcomer } from './newcomer.tsx';
import { NextHexes } from './next-hexes.tsx';
import { isNewcomer, labsToTry } from './pick.ts';
import { overviewQuery } from './queries.public.ts';
import { Specializations } from './specializations.tsx';
import streak from './streak-card.module.css';
import { StreakCard } from './streak-card.tsx';
import { UnderWayList } from './under-way-list.tsx';

// The drawings stand below what people come for, so they are not part of the first load.
const Charts = lazy(() => import('./charts.tsx'));

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
            <Newcomer trainings={trainings ?? []} />
            <Specializations trainings={trainings ?? []} />
            <DueReviews due={overview.data.due_reviews} />
          </>
        ) : (
          <OverviewBody overview={overview.data} at={overview.dataUpdatedAt} kind="course">
            {/* Between two courses: whoever is in one goes on with it. */}
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
  /** When it came. */
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
      <UnderWayList entries={overview.under_way.filter(({ slug }) => slug !== overview.resume?.training.slug)} />
      <NextHexes next={overview.next} />
      {children}
      <Suspense fallback={<Skeleton shape="block" />}>
        <Charts radar={overview.radar} activity={overview.activity} at={at} />
      </Suspense>
    </>
  );
}

/** Says how many notes come back today; shows nothing when none do. */
function DueReviews({ due }: { due: number }) {
  if (due === 0) return null;
  return (
    <Card as="section" size="sm" className={streak.card} aria-labelledby="reviews">
      <Label tone="beacon">Reviews</Label>
      <h2 id="reviews" className={streak.days}>
        {plural(due, 'note is', 'notes are')} due
      </h2>
      <p className={streak.text}>What you wrote comes back before you would forget it.</p>
      <p>
        <LinkButton size="sm" to="/reviews">
          Review {due === 1 ? 'it' : 'them'}
        </LinkButton>
      </p>
    </Card>
  );
}

/** The label is in capitals, but a name keeps its letters as they are. */
const Greeting = ({ username, isNew }: { username: string; isNew: boolean }) => (
  <>
    {isNew ? 'Welcome aboard' : 'Welcome back'}, <span className={css.username}>{username}</span>
  </>
);
