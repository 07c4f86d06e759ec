import { useEffect, useState } from 'react';

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

interface HeadingTop {
  id: string;
  /** Pixels from the top of the window. */
  top: number;
}

/**
 * The heading whose part is being read: the last one that has passed the line; before the first, the first. At the end
 * of the page it is the last, which may be too short ever to reach the line.
 */
export function activeHeading(headings: readonly HeadingTop[], line: number, atEnd: boolean): string | undefined {
  if (atEnd) return headings.at(-1)?.id;
  return (headings.findLast(({ top }) => top <= line) ?? headings[0])?.id;
}
