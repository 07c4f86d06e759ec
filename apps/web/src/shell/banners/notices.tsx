import type { Ref } from 'react';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { cx } from '#ui/cx.ts';
import type { Banner } from './banner.ts';
import css from './banners.module.css';
import { dismiss, useDismissed } from './dismissed-banners.ts';

/**
 * Hides personal banners in lessons and labs, to not distract or shift them, and on the account page, which shows the
 * same.
 */
export const hidesPersonalBanners = (path: string): boolean =>
  path === '/account' || path.startsWith('/lab/') || /^\/courses(\/[^/]+){3}/.test(path);

interface Props {
  /** The banners that `useVisibleBanners` returned. */
  banners: readonly Banner[];
  /**
   * The user's own banners are still loading: reserves their height on the previous page (set before the first paint by
   * `start-up-script.ts`), so that nothing shifts when they appear.
   */
  isComing?: boolean;
  ref?: Ref<HTMLElement>;
}

/** Returns the first three banners that were not dismissed. Phones show only the first one (`banners.module.css`). */
export function useVisibleBanners(banners: readonly Banner[]): readonly Banner[] {
  const isDismissed = useDismissed();
  return banners.filter(({ id, close }) => close !== undefined || !isDismissed(id)).slice(0, 3);
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
