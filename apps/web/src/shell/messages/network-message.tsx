import { useEffect } from 'react';
import { Button } from '#ui/button.tsx';
import css from './message.module.css';
import { Message } from './message.tsx';
import { GoBack } from './not-found-page.tsx';

/** In the place of a page that could not be loaded; there it is tried again as soon as the browser has a connection. */
export function NetworkMessage({ onRetry }: { onRetry?: () => void }) {
  // The connection is outside React.
  useEffect(() => {
    if (!onRetry) return;
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <Message code="No connection" title="Error" text="Uh-Oh! Looks like your network has some issues.">
      <p>Please wait a moment, then go back and try again. What you have done so far is safe.</p>
      <div className={css.actions}>
        {onRetry && (
          <Button icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        )}
        <GoBack />
      </div>
    </Message>
  );
}
