import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import css from './admin.module.css';

interface Props {
  /** Accessible name of the search. */
  label: string;
  /** Current values by field name, from the URL. */
  values: object;
  /** Called with the non-empty values by field name. The caller writes them to the URL. */
  onFilter: (values: Record<string, string>) => void;
  /** Form fields. Their names are the keys of `values`. */
  children: ReactNode;
}

/** Filter form of a list. */
export function ListFilter({ label, values, onFilter, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const serialized = JSON.stringify(values);
  // The fields are uncontrolled so that they keep unsent input. A link on the page can change the URL, which refills
  // them. Runs before the browser handles input, because a later run would discard what the user has typed at once.
  useLayoutEffect(() => fill(form.current, JSON.parse(serialized)), [serialized]);
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
            Apply
          </Button>
          {serialized !== '{}' && (
            <Button
              variant="quiet"
              icon="close"
              onClick={() => {
                onFilter({});
                // The button disappears, so the focus moves to the first field.
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
