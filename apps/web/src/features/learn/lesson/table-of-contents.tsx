import { cx } from '#ui/cx.ts';
import { Label } from '#ui/label.tsx';
import css from './table-of-contents.module.css';
import { useActiveHeading } from './use-active-heading.ts';

interface Props {
  headings: readonly { id: string; text: string; level: 2 | 3 }[];
}

/** Table of contents of the page. Highlights the current heading while the user scrolls. */
export function TableOfContents({ headings }: Props) {
  const active = useActiveHeading(headings);
  return (
    <nav className={css.contents} aria-label="On this page">
      <Label>On this page</Label>
      <ol className={css.list}>
        {headings.map(({ id, text, level }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={cx(css.link, level === 3 && css.sub)}
              aria-current={id === active ? 'location' : undefined}
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
