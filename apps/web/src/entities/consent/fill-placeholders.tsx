import { Fragment, type ReactNode } from 'react';

/** Fills the `{name}` placeholders of a text; unknown placeholders are removed. */
export function fillPlaceholders(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  return text.split(/\{(\w+)\}/).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never reorder
    <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>
  ));
}
