import { messageOf } from '#lib/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from './home-page.module.css';

/** Placeholder of the home pages while their data is loading. */
export const HomeSkeleton = () => (
  <div className={css.skeleton}>
    <Skeleton shape="block" />
    <Skeleton lines={3} />
  </div>
);

/** Error message of the home pages if their data could not be loaded. */
export const LoadFailed = ({ what, error, onRetry }: { what: string; error: Error; onRetry: () => void }) => (
  <Callout
    kind="danger"
    role="alert"
    title={`${what} could not be loaded`}
    action={<Button onClick={onRetry}>Try again</Button>}
  >
    <p>{messageOf(error)}</p>
  </Callout>
);
