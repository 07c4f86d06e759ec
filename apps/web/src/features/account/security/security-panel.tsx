import type { ReactNode, Ref } from 'react';
import { SettingsSection } from '../settings/settings-section.tsx';
import css from './security.module.css';

interface Props {
  title: string;
  /** Purpose in one sentence. */
  lead: ReactNode;
  /** Result of the last action, shown and announced to screen readers. */
  done?: string | undefined;
  /** Takes the focus when the focused element was removed. */
  headingRef: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** Section for one log-in method: purpose, state and actions. */
export function SecurityPanel({ title, lead, done, headingRef, children }: Props) {
  return (
    <SettingsSection title={title} lead={lead} headingRef={headingRef}>
      <div className={css.panel}>
        {/* Always rendered, so that screen readers announce changes to it. */}
        <p role="status" className={css.done}>
          {done}
        </p>
        {children}
      </div>
    </SettingsSection>
  );
}
