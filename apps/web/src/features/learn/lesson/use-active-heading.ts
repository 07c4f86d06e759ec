import { useEffect, useState } from 'react';

/** Distance from the top of the window at which a heading becomes active, in pixels. */
const ACTIVE_LINE_PX = 140;

/** Returns the id of the active heading; undefined on the server. */
export function useActiveHeading(headings: readonly { id: string }[]): string | undefined {
  const [active, setActive] = useState<string>();
  // Measures the headings on scroll and resize.
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
      setActive(activeHeading(tops, ACTIVE_LINE_PX, atEnd));
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
 * Returns the id of the last heading above the line, or of the first heading if none is. At the end of the page, returns
 * the last heading, whose section may be too short to reach the line.
 */
export function activeHeading(headings: readonly HeadingTop[], line: number, atEnd: boolean): string | undefined {
  if (atEnd) return headings.at(-1)?.id;
  return (headings.findLast(({ top }) => top <= line) ?? headings[0])?.id;
}
