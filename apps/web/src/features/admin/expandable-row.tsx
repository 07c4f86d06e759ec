import { type ReactNode, useId, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import lines from './lines.module.css';

interface Props {
  summary: ReactNode;
  /** Class of the button that contains the summary. */
  className: string | undefined;
  /** Shown while the row is expanded. */
  children: ReactNode;
}

/** List item with a summary that expands the details below it. */
export function ExpandableRow({ summary, className, children }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={lines.item} data-open={isOpen || undefined}>
      <button
        type="button"
        className={cx(lines.line, className)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {summary}
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={18} />
      </button>
      {isOpen && (
        <div id={id} className={lines.open}>
          {children}
        </div>
      )}
    </li>
  );
}
