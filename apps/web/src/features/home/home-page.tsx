import { useQuery } from '@tanstack/react-query';
import { countSolved } from '#features/labs/filter.ts';
import { labsQuery, solvedLabsQuery } from '#features/labs/queries.ts';
import { progressQuery, trainingsQuery } from '#features/learn/queries.ts';
import { messageOf } from '#lib/api-error.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ContinueCard } from './continue-card.tsx';
import css from './home-page.module.css';
import { LabTiles } from './lab-tiles.tsx';
import { Newcomer } from './newcomer.tsx';
import { labsToTry, toBegin, underWay } from './pick.ts';
import { TrainingTiles } from './training-tiles.tsx';
import { UnderWayList } from './under-way-list.tsx';

export function HomePage() {
  const session = useSession();
  const trainings = useQuery(trainingsQuery).data?.trainings;
  const labs = useQuery(labsQuery).data?.labs ?? [];
  const progress = usePersonalQuery(progressQuery);
  const solved = usePersonalQuery(solvedLabsQuery);
  if (!session) return null;
  const isNew = progress.data?.progress.length === 0;
  return (
    <Page title="Overview" label={<Greeting username={session.user.username} isNew={isNew} />}>
      <div className={css.sections}>
        {progress.error ? (
          <Failed error={progress.error} onRetry={() => void progress.refetch()} />
        ) : !progress.data || !trainings ? (
          <Waiting />
        ) : isNew ? (
          <Newcomer trainings={trainings} />
        ) : (
          <>
            <ContinueCard progress={progress.data} trainings={trainings} />
            <UnderWayList entries={underWay(trainings, progress.data)} />
          </>
        )}
        {progress.data && trainings && progress.data.progress.length > 0 && (
          <TrainingTiles title="Next on the chart" trainings={toBegin(trainings, progress.data, session.user)} />
        )}
        <LabTiles labs={labsToTry(labs, countSolved(solved.data), session.user)} />
      </div>
    </Page>
  );
}

/** A name is a name: its letters stay as they are. */
const Greeting = ({ username, isNew }: { username: string; isNew: boolean }) => (
  <>
    {isNew ? 'Welcome aboard' : 'Welcome back'}, <span className={css.username}>{username}</span>
  </>
);

const Waiting = () => (
  <>
    <Skeleton shape="block" />
    <Skeleton lines={3} />
  </>
);

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Callout
    kind="danger"
    role="alert"
    title="Your progress did not load"
    action={<Button onClick={onRetry}>Try again</Button>}
  >
    <p>{messageOf(error)}</p>
  </Callout>
);
