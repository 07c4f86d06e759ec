import { Fragment, type ReactNode } from 'react';

/** A text with its placeholders filled in: `{name}` becomes the part of that name; one that nobody knows goes. */
export function withParts(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  return text.split(/\{(\w+)\}/).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text's pieces never change their places
    <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>
  ));
}
