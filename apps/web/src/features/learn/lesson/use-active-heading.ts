import { useEffect, useState } from 'react';
import { activeHeading } from './active-heading.ts';

/** How far below the top of the window a heading counts as read. */
const line = 140;

/** The id of the heading that is being read; undefined on the server. */
export function useActiveHeading(headings: readonly { id: string }[]): string | undefined {
  const [active, setActive] = useState<string>();
  // Where headings lie is known to the browser alone, and changes while one scrolls.
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      const tops = headings.flatMap(({ id }) => {
        const element = document.getElementById(id);
        return element ? [{ id, top: element.getBoundingClientRect().top }] : [];
      });
      const { scrollHeight } = document.documentElement;
      const atEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 4;
      setActive(activeHeading(tops, line, atEnd));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onScroll);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onScroll);
    };
  }, [headings]);
  return active;
}
