import { useEffect } from 'react';
import { Button } from '#ui/button.tsx';
import css from './message.module.css';
import { Message } from './message.tsx';
import { GoBack } from './not-found-page.tsx';

/** Shown in place of a page that could not be loaded. Retries when the browser is online again. */
export function NetworkMessage({ onRetry }: { onRetry?: () => void }) {
  useEffect(() => {
    if (!onRetry) return;
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <Message code="No connection" title="Error" text="Uh-Oh! Looks like your network has some issues.">
      <p>Please wait a moment, then go back and try again. Your progress so far is safe.</p>
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
