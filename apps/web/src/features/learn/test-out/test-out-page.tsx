import type { TestOut } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { testOutQuery } from '#entities/training/training-queries.ts';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { retryTimeText } from './retry-time.ts';
import css from './test-out.module.css';
import { TestOutForm } from './test-out-form.tsx';
import { TestOutResult } from './test-out-result.tsx';

/** Test of a training. All questions are on one page and submitted together. */
export function TestOutPage({ training }: { training: string }) {
  const query = usePersonalQuery(testOutQuery(training));
  const { data: test, error } = query;
  const back = (
    <BackLink to="/courses/$training" params={{ training }}>
      {test?.training.name ?? 'Back to the course'}
    </BackLink>
  );
  return (
    <Page title={test?.name ?? 'Test'} label={back} lead={test?.summary} width="text">
      {test ? (
        <Test key={test.training.slug} test={test} />
      ) : error ? (
        <TestOutError error={error} training={training} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Page>
  );
}

function Test({ test }: { test: TestOut }) {
  const { passed_at, next_try_at } = test.state;
  if (passed_at) return <TestOutResult training={test.training} verdict={null} />;
  if (next_try_at) {
    return (
      <Callout kind="note" title="Not passed yet">
        <p>
          You can try again {retryTimeText(next_try_at)}. Until then, review{' '}
          <Link to="/courses/$training" params={{ training: test.training.slug }}>
            the lessons
          </Link>{' '}
          that it covers.
        </p>
      </Callout>
    );
  }
  const questions = test.modules.filter(({ kind }) => kind === 'quiz').length;
  const needed = Math.ceil((questions * test.pass) / 100);
  return (
    <>
      <p className={css.rules}>
        Answer at least {needed} of {plural(questions, 'question')} correctly. You submit all answers at once. Then you
        see how many were correct, but not which ones. If you do not pass, you can try again six hours later.
      </p>
      <TestOutForm test={test} />
    </>
  );
}

function TestOutError({ error, training, onRetry }: { error: Error; training: string; onRetry: () => void }) {
  if (isApiError(error, 'not_found')) {
    return (
      <EmptyState
        icon="flag"
        title="This course has no test"
        action={
          <LinkButton to="/courses/$training" params={{ training }}>
            Back to the course
          </LinkButton>
        }
      >
        <p>Complete its lessons instead.</p>
      </EmptyState>
    );
  }
  return (
    <Callout
      kind="danger"
      role="alert"
      title="The test did not load"
      action={isApiError(error, 'tier_required') ? undefined : <Button onClick={onRetry}>Try again</Button>}
    >
      <p>{messageOf(error)}</p>
    </Callout>
  );
}
