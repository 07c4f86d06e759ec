import { type ComponentProps, type ElementType, memo } from 'react';
import { trusted } from '#lib/trusted-types.ts';

interface Props extends Omit<ComponentProps<'div'>, 'children' | 'dangerouslySetInnerHTML'> {
  /** Sanitised by the server. Never pass any other text. */
  html: string;
  as?: ElementType;
}

/** Renders HTML from the API; the only place that does so. Memoised, so that unchanged text keeps its nodes. */
export const Html = memo(function Html({ html, as: Tag = 'div', ...rest }: Props) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only place, and it uses the Trusted Types policy
  return <Tag {...rest} dangerouslySetInnerHTML={{ __html: trusted().createHTML(html) }} />;
});
