import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import css from './admin.module.css';

interface Props {
  /** What it looks through. */
  label: string;
  /** Called with the fields that are not empty, by their names: they belong into the address. */
  onFilter: (values: Record<string, string>) => void;
  /** Fields with their values as `defaultValue`. */
  children: ReactNode;
}

/** Says which part of a list is wanted. */
export const Filter = ({ label, onFilter, children }: Props) => (
  <search aria-label={label}>
    <form
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
      </div>
    </form>
  </search>
);
