import type { ReactNode, Ref } from 'react';
import { SettingsSection } from '../settings/settings-section.tsx';
import css from './security.module.css';

interface Props {
  title: string;
  /** One sentence: what this is for. */
  lead: ReactNode;
  /** What has just been done; read out, and shown. */
  done?: string | undefined;
  /** Takes the focus when the element that had it is gone. */
  headingRef: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** One way of signing in: what it is, its state, and what can be done. */
export function Panel({ title, lead, done, headingRef, children }: Props) {
  return (
    <SettingsSection title={title} lead={lead} headingRef={headingRef}>
      <div className={css.panel}>
        {/* Always there, so that screen readers notice what comes into it. */}
        <p role="status" className={css.done}>
          {done}
        </p>
        {children}
      </div>
    </SettingsSection>
  );
}
