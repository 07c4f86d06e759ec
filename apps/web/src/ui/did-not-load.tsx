import { messageOf } from '#lib/api-error.ts';
import { Button } from './button.tsx';
import { Callout } from './callout.tsx';

interface Props {
  /** As the sentence begins: `Your payments`. */
  what: string;
  error: Error | null;
  isFetching: boolean;
  refetch: () => void;
}

/** In place of what a page could not load: why, and another try. */
export const DidNotLoad = ({ what, error, isFetching, refetch }: Props) => (
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
