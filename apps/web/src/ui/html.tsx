import { type ComponentProps, type ElementType, memo } from 'react';
import { trusted } from '#lib/trusted-types.ts';

interface Props extends Omit<ComponentProps<'div'>, 'children' | 'dangerouslySetInnerHTML'> {
  /** Sanitised by our server. Never text from anywhere else. */
  html: string;
  as?: ElementType;
}

/** The only place where HTML from the API becomes part of the page. Memoised: the same text never rebuilds its nodes. */
export const Html = memo(function Html({ html, as: Tag = 'div', ...rest }: Props) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: this is the one place, and it asks the policy
  return <Tag {...rest} dangerouslySetInnerHTML={{ __html: trusted().createHTML(html) }} />;
});
