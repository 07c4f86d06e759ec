import { messageOf } from '#lib/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from './home-page.module.css';

/** What the pages of home show until their data has come. */
export const HomeSkeleton = () => (
  <div className={css.skeleton}>
    <Skeleton shape="block" />
    <Skeleton lines={3} />
  </div>
);

/** What they show when their data does not come. */
export const LoadFailed = ({ what, error, onRetry }: { what: string; error: Error; onRetry: () => void }) => (
  <Callout
    kind="danger"
    role="alert"
    title={`${what} did not load`}
    action={<Button onClick={onRetry}>Try again</Button>}
  >
    <p>{messageOf(error)}</p>
  </Callout>
);
