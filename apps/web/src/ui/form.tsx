import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { ApiError, isApiError } from '#lib/api-error.ts';
import { problemText } from '#lib/problem-text.ts';
import { Callout } from './callout.tsx';
import { cx } from './cx.ts';
import css from './form.module.css';
import { FormStatus, type FormStatusProps } from './form-status.tsx';

/** The values of a form by the names of its fields. */
type Values<Field extends string> = Record<Field, string>;
/** What is wrong, by the names of the fields; undefined where nothing is. */
type Problems<Field extends string> = Partial<Record<Field, string | undefined>>;

interface Options<Field extends string, Answer> {
  /** The names of the fields, as the API calls them: its errors find their field by them. */
  fields: readonly Field[];
  /**
   * Finds what the server would refuse before anything is sent: nobody should have to prove that they are not a robot
   * only to hear that a field is empty. The server stays the judge.
   */
  check?: (values: Values<Field>) => Problems<Field>;
  /**
   * Asks a question in between, such as a dialog's. False ends it there, as if nothing had been submitted. If it
   * rejects, the form shows the error.
   */
  ask?: (values: Values<Field>) => Promise<boolean>;
  /** Makes the call. If it rejects, the form shows the error. */
  send: (values: Values<Field>) => Promise<Answer>;
  onSuccess?: (answer: Answer, form: HTMLFormElement | undefined) => unknown;
}

interface Submission<Field extends string> {
  values: Values<Field>;
  element?: HTMLFormElement;
  /** The question has been answered, or failed with an error; the values were checked before it. */
  asked?: { error?: unknown };
}

/** Statuses that are normal for a form: it shows these errors, and they are not worth a line in the console. */
const expected = [400, 401, 403, 409, 429];

/**
 * A form that is checked and sent, and shows the result. Give it to `<Form>`; the fields take their errors from
 * `problems`. The values are read from the fields when it is submitted; all but passwords lose the space around them.
 */
export function useForm<Answer, const Field extends string = never>(options: Options<Field, Answer>) {
  const { fields, check, ask, send, onSuccess } = options;
  const { mutate, ...call } = useMutation({
    meta: { suppress: expected },
    mutationFn: async ({ values, asked }: Submission<Field>) => {
      if (asked?.error) throw asked.error;
      if (!asked) refuse(check?.(values) ?? {});
      return send(values);
    },
    onSuccess: (answer, { element }) => onSuccess?.(answer, element),
  });
  const begin = async (given: Submission<Field>) => {
    // A second press while the first is on its way asks for the same thing.
    if (call.isPending) return;
    if (!ask || firstOf(check?.(given.values))) return mutate(given);
    // Nothing is on its way while the visitor thinks, so this is no part of the mutation.
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
    /** What the last call answered, until the form is submitted again. */
    answer: call.data,
    isPending: call.isPending,
    isSuccess: call.isSuccess,
    /** Forgets the last try. */
    reset: call.reset,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void begin({ values: read(event.currentTarget, fields), element: event.currentTarget });
    },
    /** Submits these values in place of those in the fields, for a button beside them. */
    submitValues: (values: Values<Field>) => void begin({ values }),
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

/** Throws what the server would have answered. */
function refuse(problems: Problems<string>) {
  const msg = firstOf(problems);
  if (msg === undefined) return;
  const fields = Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== undefined);
  throw new ApiError(400, { code: 'invalid_request', msg, fields: Object.fromEntries(fields) });
}

interface FormProps extends Omit<ComponentProps<'form'>, 'ref' | 'onSubmit'> {
  form: Pick<ReturnType<typeof useForm>, 'fields' | 'error' | 'submit'>;
}

/**
 * Each field says what is wrong with it, and the first such field takes the focus. Anything else stands above the
 * fields and takes the focus itself, so that a screen reader says it and the next Tab leads to them.
 */
export function Form({ form: { fields, error, submit }, className, children, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const isOfField = isApiError(error) && Object.keys(error.fields).some((name) => fields.includes(name));
  // Moving the focus is a call, not a property.
  useEffect(() => {
    if (!error) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? alert.current)?.focus();
  }, [error]);
  return (
    // `post`: if the form is submitted before the page is awake, a password must not end up in the address.
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

/** The last row of a form: its buttons, and beside them what is going on or what was done. */
export function FormActions({ children, ...status }: FormStatusProps & { children: ReactNode }) {
  return (
    <div className={css.actions}>
      {children}
      <FormStatus {...status} />
    </div>
  );
}
