import { type ReactNode, type Ref, useId } from 'react';
import css from './settings-section.module.css';

interface Props {
  title: string;
  /** One sentence: what this is for. */
  lead: ReactNode;
  children: ReactNode;
  /** Lets the page give the focus to the heading, when what had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>;
}

/** A part of a settings page: heading and sentence at the left, what can be done at the right. */
export function SettingsSection({ title, lead, children, headingRef }: Props) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.words}>
        <h2 id={id} className={css.title} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
          {title}
        </h2>
        <p className={css.lead}>{lead}</p>
      </div>
      <div className={css.body}>{children}</div>
    </section>
  );
}
