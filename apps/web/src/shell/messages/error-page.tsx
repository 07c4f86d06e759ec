import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { Button } from '#ui/button.tsx';
import css from './message.module.css';
import { Message } from './message.tsx';
import { NetworkMessage } from './network-message.tsx';
import { GoBack } from './not-found-page.tsx';

/** Shown in place of a route that failed. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    // The browser and the router keep the failure of a script, so only a reload requests it again.
    if (!isApiError(error) && navigator.onLine) return location.reload();
    reset();
    void router.invalidate();
  };
  if (isConnectionFailure(error)) return <NetworkMessage onRetry={retry} />;
  const id = isApiError(error) ? error.requestId : undefined;
  return (
    <Message code="Error" title="Could not load this page" text={messageOf(error)}>
      {id && (
        <p>
          If this keeps happening, send this id to the operator: <code>{id}</code>
        </p>
      )}
      <div className={css.actions}>
        <Button variant="primary" icon="refresh" onClick={retry}>
          Try again
        </Button>
        <GoBack variant="secondary" />
      </div>
    </Message>
  );
}

/** Returns whether a response or a file of the page is missing because there is no connection. */
function isConnectionFailure(error: unknown): boolean {
  if (isApiError(error)) return error.code === 'network';
  const isOffline = globalThis.navigator?.onLine === false;
  return isOffline || (error instanceof Error && missingFile.test(error.message));
}

/** Messages of Chromium, Firefox and Safari about a script, and of Vite about a style sheet. */
const missingFile = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;
