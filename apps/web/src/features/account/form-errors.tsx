import { useEffect, useRef } from 'react';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { Callout } from '#ui/callout.tsx';

/** What is wrong with each field, by the form's own check or the server's. */
export const fieldErrors = (error: unknown): Record<string, string> => (isApiError(error) ? error.fields : {});

/**
 * The error of a form. What belongs to a field is said by the field, and the first such field takes the focus; anything
 * else stands above the fields and takes it itself, so that a screen reader says it and the next Tab leads to them.
 */
export function FormErrors({ error, names }: { error: unknown; names: Record<string, string> }) {
  const ref = useRef<HTMLDivElement>(null);
  const ofFields = Object.keys(fieldErrors(error)).some((name) => name in names);
  // Moving the focus is a call, not a property.
  useEffect(() => {
    if (!error) return;
    const field = ref.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? ref.current)?.focus();
  }, [error]);
  if (!error) return null;
  // Empty, it is only the way to the form.
  if (ofFields) return <div ref={ref} hidden />;
  return (
    <div ref={ref} tabIndex={-1} role="alert">
      <Callout kind="danger" title={messageOf(error)}>
        {isApiError(error) && error.retryAfter !== undefined && (
          <p>You can try again in {waitText(error.retryAfter)}.</p>
        )}
      </Callout>
    </div>
  );
}

const waitText = (seconds: number) =>
  seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
