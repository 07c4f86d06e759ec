import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { adminPages } from '../admin-pages.ts';
import { Entry, SubEntry } from './menu-entries.tsx';

/** What superusers find in the side menu besides. */
export default function AdminMenu() {
  const pages = useRef<HTMLUListElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  // The admin area stands at the end of a long menu: whoever is in it sees where.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marks in the menu follow the path
  useEffect(() => {
    // On a phone the menu opens with this, and has no size before the next frame.
    const frame = requestAnimationFrame(() => {
      const links = pages.current?.closest('nav')?.querySelectorAll('a[href^="/admin"][data-status="active"]');
      bringIntoSight(links?.item(links.length - 1));
    });
    return () => cancelAnimationFrame(frame);
  }, [path]);
  return (
    <>
      <Entry to="/admin" icon="shield" exact>
        Admin
      </Entry>
      <li>
        <ul aria-label="Admin" ref={pages}>
          {adminPages.map(({ to, params, label }) => (
            <SubEntry key={label} to={to} {...(params && { params })}>
              {label}
            </SubEntry>
          ))}
        </ul>
      </li>
    </>
  );
}

/** Scrolls the menu alone; `scrollIntoView` would scroll the page too. */
function bringIntoSight(link: Element | null | undefined): void {
  let menu = link?.parentElement;
  while (menu && !/auto|scroll/.test(getComputedStyle(menu).overflowY)) menu = menu.parentElement;
  if (!link || !menu || menu === document.documentElement) return;
  const [at, frame] = [link.getBoundingClientRect(), menu.getBoundingClientRect()];
  if (at.top < frame.top || at.bottom > frame.bottom) menu.scrollTop += at.top - (frame.top + frame.height / 2);
}
