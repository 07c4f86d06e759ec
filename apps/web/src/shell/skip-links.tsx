import css from './skip-links.module.css';

/** A link to a part of the page. The link is shown while it has the focus. */
export interface SkipTarget {
  /** Id of the part. */
  id: string;
  text: string;
}

const content: SkipTarget = { id: 'main', text: 'Skip to the content' };

/** The first links of a page for keyboards: to its content, and to more parts of it. */
export function SkipLinks({ more = [] }: { more?: readonly SkipTarget[] }) {
  return [content, ...more].map(({ id, text }) => (
    <a
      key={id}
      className={css.skip}
      href={`#${id}`}
      onClick={(event) => {
        // A part may be missing, such as the card while the map is shown as a list.
        if (document.getElementById(id)) return;
        event.preventDefault();
        document.getElementById(content.id)?.focus();
      }}
    >
      {text}
    </a>
  ));
}
