import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import css from './admin.module.css';

interface Props {
  /** What it looks through. */
  label: string;
  /** What is wanted now, by the names of the fields, as the address says it. */
  values: object;
  /** Called with the fields that are not empty, by their names: they belong into the address. */
  onFilter: (values: Record<string, string>) => void;
  /** Fields with their names; `values` fills them. */
  children: ReactNode;
}

/** Says which part of a list is wanted. */
export function Filter({ label, values, onFilter, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const wanted = JSON.stringify(values);
  // A link on the page can change the address too. The fields keep what is being typed otherwise, so nothing of React's
  // writes their values.
  useEffect(() => fill(form.current, JSON.parse(wanted)), [wanted]);
  return (
    <search aria-label={label}>
      <form
        ref={form}
        className={css.filter}
        onSubmit={(event) => {
          event.preventDefault();
          const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
          onFilter(Object.fromEntries(fields.filter(([, value]) => value !== '')));
        }}
      >
        {children}
        <div className={css.show}>
          <Button type="submit" icon="search">
            Show
          </Button>
          {wanted !== '{}' && (
            <Button
              variant="quiet"
              icon="close"
              onClick={() => {
                onFilter({});
                // The button that was pressed goes; the next words are likely to be typed.
                fieldsOf(form.current)[0]?.focus();
              }}
            >
              Clear
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}

const fieldsOf = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter(
    (element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement,
  );

function fill(form: HTMLFormElement | null, values: Record<string, unknown>): void {
  for (const field of fieldsOf(form)) field.value = String(values[field.name] ?? '');
}
