import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { ApiError, isApiError } from '#lib/api-error.ts';
import { problemText } from '#lib/problem-text.ts';
import { Callout } from './callout.tsx';
import { cx } from './cx.ts';
import css from './form.module.css';
import { FormStatus, type FormStatusProps } from './form-status.tsx';

/** Values by field name. */
type Values<Field extends string> = Record<Field, string>;
/** Error messages by field name; undefined for valid fields. */
type Problems<Field extends string> = Partial<Record<Field, string | undefined>>;

interface Options<Field extends string, Answer> {
  /** Field names as in the API, so that API errors can be assigned to fields. */
  fields: readonly Field[];
  /**
   * Validates before sending, so that users do not wait for a proof of work only to see that a field is empty. The
   * server validates again.
   */
  check?: (values: Values<Field>) => Problems<Field>;
  /**
   * Asks for confirmation before sending, for example with a dialog. False cancels the submission. A rejection is shown
   * as an error of the form.
   */
  ask?: (values: Values<Field>) => Promise<boolean>;
  /** Makes the call. A rejection is shown as an error of the form. */
  send: (values: Values<Field>) => Promise<Answer>;
  onSuccess?: (answer: Answer, form: HTMLFormElement | undefined) => unknown;
}

interface Submission<Field extends string> {
  values: Values<Field>;
  element?: HTMLFormElement;
  /** Set after the confirmation, with its error if it failed; the values were already validated. */
  asked?: { error?: unknown };
}

/** Error statuses that the form shows itself, so that they are not logged. */
const expected = [400, 401, 403, 409, 429];

/**
 * State of a form that validates, sends and shows the result. Pass it to `<Form>`; fields get their errors from
 * `problems`. Values are read from the fields on submit; all except passwords are trimmed.
 */
export function useForm<Answer, const Field extends string = never>(options: Options<Field, Answer>) {
  const { fields, check, ask, send, onSuccess } = options;
  const { mutate, ...call } = useMutation({
    meta: { suppress: expected },
    mutationFn: async ({ values, asked }: Submission<Field>) => {
      if (asked?.error) throw asked.error;
      if (!asked) throwProblems(check?.(values) ?? {});
      return send(values);
    },
    onSuccess: (answer, { element }) => onSuccess?.(answer, element),
  });
  const startSubmit = async (given: Submission<Field>) => {
    // Ignore a second submit while the first is pending.
    if (call.isPending) return;
    if (!ask || firstOf(check?.(given.values))) return mutate(given);
    // The confirmation is not part of the mutation, so that nothing is pending while the user decides.
    call.reset();
    try {
      if (await ask(given.values)) mutate({ ...given, asked: {} });
    } catch (error) {
      mutate({ ...given, asked: { error } });
    }
  };
  const problems: Problems<Field> = isApiError(call.error) ? (call.error.fields as Problems<Field>) : {};
  return {
    fields: fields as readonly string[],
    problems,
    error: call.error,
    /** Response of the last call, until the next submit. */
    answer: call.data,
    isPending: call.isPending,
    isSuccess: call.isSuccess,
    /** Clears the last result. */
    reset: call.reset,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void startSubmit({ values: read(event.currentTarget, fields), element: event.currentTarget });
    },
    /** Submits these values instead of those in the fields, for a separate button. */
    submitValues: (values: Values<Field>) => void startSubmit({ values }),
  };
}

function read<Field extends string>(form: HTMLFormElement, fields: readonly Field[]): Values<Field> {
  const data = new FormData(form);
  const entries = fields.map((name) => {
    const value = data.get(name);
    const text = typeof value === 'string' ? value : '';
    return [name, name.includes('password') ? text : text.trim()];
  });
  return Object.fromEntries(entries) as Values<Field>;
}

const firstOf = (problems: Problems<string> = {}) => Object.values(problems).find((problem) => problem !== undefined);

/** Throws the error that the server would return. */
function throwProblems(problems: Problems<string>) {
  const msg = firstOf(problems);
  if (msg === undefined) return;
  const fields = Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== undefined);
  throw new ApiError(400, { code: 'invalid_request', msg, fields: Object.fromEntries(fields) });
}

interface FormProps extends Omit<ComponentProps<'form'>, 'ref' | 'onSubmit'> {
  form: Pick<ReturnType<typeof useForm>, 'fields' | 'error' | 'submit'>;
}

/**
 * Fields show their own errors, and the first invalid one takes the focus. Other errors are shown above the fields and
 * take the focus, so that screen readers announce them and Tab leads to the fields.
 */
export function Form({ form: { fields, error, submit }, className, children, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const isOfField = isApiError(error) && Object.keys(error.fields).some((name) => fields.includes(name));
  useEffect(() => {
    if (!error) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? alert.current)?.focus();
  }, [error]);
  return (
    // `post`: a password must not appear in the address if the form is submitted before hydration.
    <form ref={form} method="post" {...rest} className={cx(css.form, className)} noValidate onSubmit={submit}>
      {error && !isOfField && (
        <div ref={alert} tabIndex={-1} role="alert">
          <Callout kind="danger" title={problemText(error)} />
        </div>
      )}
      {children}
    </form>
  );
}

/** Last row of a form: buttons, with the status beside them. */
export function FormActions({ children, ...status }: FormStatusProps & { children: ReactNode }) {
  return (
    <div className={css.actions}>
      {children}
      <FormStatus {...status} />
    </div>
  );
}
