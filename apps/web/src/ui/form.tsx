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
   * What the server would refuse, found before anything is sent: nobody should prove to be no robot only to hear that a
   * field is empty. The server stays the judge.
   */
  check?: (values: Values<Field>) => Problems<Field>;
  /**
   * A question in between, such as a dialog's: false ends it there, as if nothing had been handed in. What it rejects
   * with is shown by the form.
   */
  ask?: (values: Values<Field>) => Promise<boolean>;
  /** Makes the call. What it rejects with is shown by the form. */
  send: (values: Values<Field>) => Promise<Answer>;
  onSuccess?: (answer: Answer, form: HTMLFormElement | undefined) => unknown;
}

interface HandedIn<Field extends string> {
  values: Values<Field>;
  element?: HTMLFormElement;
  /** The question has been answered, or failed with an error; the values were checked before it. */
  asked?: { error?: unknown };
}

/** Answers that belong to the life of a form: it shows them, and they are not worth a line in the console. */
const expected = [400, 401, 403, 409, 429];

/**
 * A form that is checked, sent, and shows what came of it: to be given to `<Form>`, while its fields take their errors
 * from `problems`. The values are read from the fields when it is handed in; all but passwords lose the space around them.
 */
export function useForm<Answer, const Field extends string = never>(options: Options<Field, Answer>) {
  const { fields, check, ask, send, onSuccess } = options;
  const { mutate, ...call } = useMutation({
    meta: { suppress: expected },
    mutationFn: async ({ values, asked }: HandedIn<Field>) => {
      if (asked?.error) throw asked.error;
      if (!asked) refuse(check?.(values) ?? {});
      return send(values);
    },
    onSuccess: (answer, { element }) => onSuccess?.(answer, element),
  });
  const handIn = async (given: HandedIn<Field>) => {
    // A second press while the first is on its way is the same wish.
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
    /** What the last call answered, until the form is handed in again. */
    answer: call.data,
    isPending: call.isPending,
    isSuccess: call.isSuccess,
    /** Forgets the last try. */
    reset: call.reset,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void handIn({ values: read(event.currentTarget, fields), element: event.currentTarget });
    },
    /** Hands in these values in place of those in the fields, for a button beside them. */
    submitValues: (values: Values<Field>) => void handIn({ values }),
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
 * What is wrong with a field is said by the field, and the first such field takes the focus. Anything else stands above
 * the fields and takes the focus itself, so that a screen reader says it and the next Tab leads to them.
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
    // `post`: handed in before the page is awake, a password must not end up in the address.
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
