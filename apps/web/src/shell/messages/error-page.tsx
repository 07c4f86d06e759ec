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
    reset();
    void router.invalidate();
  };
  if (isApiError(error, 'network')) return <NetworkMessage onRetry={retry} />;
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
