import { type ReactNode, useId } from 'react';
import { Chip } from '#ui/chip.tsx';
import css from './profile-page.module.css';

interface Props {
  title: string;
  /** Its owner sees a section that others do not. */
  isHidden: boolean;
  children: ReactNode;
}

export function ProfileSection({ title, isHidden, children }: Props) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <div className={css.heading}>
        <h2 id={heading}>{title}</h2>
        {isHidden && <Chip icon="eye-off">Only you see this</Chip>}
      </div>
      {children}
    </section>
  );
}
