export interface HeadingTop {
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
