import type { Ref } from 'react';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { cx } from '#ui/cx.ts';
import type { Banner } from './banner.ts';
import css from './banners.module.css';
import { dismiss, useDismissed } from './dismissed.ts';

/** Who reads a lesson is not to be called away, nor pushed down. And on the account page the field itself says it. */
export const isQuiet = (path: string): boolean => path === '/account' || /^\/courses(\/[^/]+){3}/.test(path);

interface Props {
  /** What `useWanted` has left. */
  banners: readonly Banner[];
  /**
   * A learner's own are not known yet: what they took on the page before is kept for them, before the first paint
   * (`start-up-script.ts`), so that nothing moves away under somebody's finger when they come.
   */
  isComing?: boolean;
  ref?: Ref<HTMLElement>;
}

/** Those that the visitor has not put away, the most important first. More than two would be a wall. */
export function useWanted(banners: readonly Banner[]): readonly Banner[] {
  const isDismissed = useDismissed();
  return banners.filter(({ id, close }) => close !== undefined || !isDismissed(id)).slice(0, 2);
}

export function Notices({ banners: shown, isComing = false, ref }: Props) {
  if (shown.length === 0 && !isComing) return null;
  return (
    <section ref={ref} className={cx(css.banners, isComing && css.room)} aria-label="Notices">
      {shown.map(({ id, kind = 'note', title, text, isNews, close = () => dismiss(id) }) => (
        <Callout
          key={id}
          kind={kind}
          title={title}
          {...(isNews ? { role: 'status' as const } : {})}
          action={
            close && <Button variant="quiet" size="sm" square icon="close" aria-label="Dismiss" onClick={close} />
          }
        >
          {text}
        </Callout>
      ))}
    </section>
  );
}
