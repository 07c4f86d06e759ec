import { messageOf } from '#lib/api-error.ts';
import { Button } from './button.tsx';
import { Callout } from './callout.tsx';

interface Props {
  /** Start of the sentence: `Your payments`. */
  what: string;
  error: Error | null;
  isFetching: boolean;
  refetch: () => void;
}

/** Shown in place of content that failed to load, with the error and a retry button. */
export const LoadError = ({ what, error, isFetching, refetch }: Props) => (
  <Callout
    kind="danger"
    role="alert"
    title={`${what} did not load`}
    action={
      <Button size="sm" icon="refresh" busy={isFetching} onClick={() => refetch()}>
        Try again
      </Button>
    }
  >
    <p>{messageOf(error)}</p>
  </Callout>
);
