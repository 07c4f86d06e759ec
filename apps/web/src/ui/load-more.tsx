import { messageOf } from '#lib/api-error.ts';
import { Button } from './button.tsx';
import css from './load-more.module.css';

interface Props {
  busy: boolean;
  error: unknown;
  onPress: () => void;
}

/** Button that loads the next page of a list. */
export const LoadMore = ({ busy, error, onPress }: Props) => (
  <div className={css.more}>
    <Button busy={busy} onClick={onPress}>
      Load more
    </Button>
    {error !== null && <p role="alert">{messageOf(error)}</p>}
  </div>
);
