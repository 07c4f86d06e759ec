import { useEffect, useRef } from 'react';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { Callout } from '#ui/callout.tsx';

/** What the server said about each field. */
export const fieldErrors = (error: unknown): Record<string, string> => (isApiError(error) ? error.fields : {});

/**
 * The error of a form, above its fields. It takes the focus when it appears, so that a screen reader says it and the
 * next Tab leads to the fields; each field repeats its own part below itself.
 */
export function FormErrors({ error, names }: { error: unknown; names: Record<string, string> }) {
  const ref = useRef<HTMLDivElement>(null);
  // Moving the focus is a call, not a property.
  useEffect(() => {
    if (error) ref.current?.focus();
  }, [error]);
  if (!error) return null;
  const fields = Object.entries(fieldErrors(error)).filter(([name]) => name in names);
  return (
    <div ref={ref} tabIndex={-1} role="alert">
      <Callout kind="danger" title={messageOf(error)}>
        {fields.length > 1 && (
          <ul>
            {fields.map(([name, text]) => (
              <li key={name}>
                {names[name]}: {text}
              </li>
            ))}
          </ul>
        )}
        {isApiError(error) && error.retryAfter !== undefined && (
          <p>You can try again in {waitText(error.retryAfter)}.</p>
        )}
      </Callout>
    </div>
  );
}

const waitText = (seconds: number) =>
  seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
