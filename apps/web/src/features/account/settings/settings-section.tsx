import { type ReactNode, type Ref, useId } from 'react';
import css from './settings-section.module.css';

interface Props {
  title: string;
  /** Purpose in one sentence. */
  lead: ReactNode;
  children: ReactNode;
  /** For moving the focus to the heading when the focused element was removed. */
  headingRef?: Ref<HTMLHeadingElement>;
}

/** Section of a settings page: heading and lead on the left, controls on the right. */
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
