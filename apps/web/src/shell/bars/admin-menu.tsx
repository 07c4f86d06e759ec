import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { adminPages } from '../admin-pages.ts';
import { MenuEntry, SubMenuEntry } from './menu-entries.tsx';
import css from './side-menu.module.css';

/** Admin entries of the side menu, for superusers. */
export default function AdminMenu() {
  const pages = useRef<HTMLUListElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  // The admin area is at the end of a long menu: scroll the active entry into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active link depends on the path
  useEffect(() => {
    // In the drawer the menu has no size before the next frame.
    const frame = requestAnimationFrame(() => {
      const links = pages.current?.closest('nav')?.querySelectorAll('a[href^="/admin"][data-status="active"]');
      scrollIntoMenuView(links?.item(links.length - 1));
    });
    return () => cancelAnimationFrame(frame);
  }, [path]);
  return (
    <>
      <MenuEntry to="/admin" icon="shield" exact>
        Admin
      </MenuEntry>
      <li>
        <ul className={css.subs} aria-label="Admin" ref={pages}>
          {adminPages.map(({ to, params, label }) => (
            <SubMenuEntry key={label} to={to} {...(params && { params })}>
              {label}
            </SubMenuEntry>
          ))}
        </ul>
      </li>
    </>
  );
}

/** Height of the entry that covers the lower edge of the menu. */
const logOutHeight = 48;

/** Scrolls only the menu; `scrollIntoView` would also scroll the page. */
function scrollIntoMenuView(link: Element | null | undefined): void {
  let menu = link?.parentElement;
  while (menu && !/auto|scroll/.test(getComputedStyle(menu).overflowY)) menu = menu.parentElement;
  if (!link || !menu || menu === document.documentElement) return;
  const [at, frame] = [link.getBoundingClientRect(), menu.getBoundingClientRect()];
  if (at.top < frame.top || at.bottom > frame.bottom - logOutHeight)
    menu.scrollTop += at.top - (frame.top + frame.height / 2);
}
