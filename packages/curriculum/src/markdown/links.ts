import type { Definition, Link, Nodes, Parents } from 'mdast';
import type { Report } from '../diagnostics.ts';
import { headingPrefix } from './headings.ts';
import { lineOf, textOf } from './syntax-tree.ts';

/** A link to a page of this site, checked after the whole curriculum is read. */
export interface PageLink {
  path: string;
  line: number;
}

/**
 * Checks every link of a document and points fragments at heading ids. Works in place.
 * @returns the links to pages of this site
 */
export function checkLinks(root: Parents, headingIds: ReadonlySet<string>, report: Report): PageLink[] {
  const pages: PageLink[] = [];
  const visit = (parent: Parents): void => {
    parent.children = (parent.children as Nodes[]).flatMap((child): Nodes[] => {
      if ('children' in child) visit(child);
      if (child.type === 'image' || child.type === 'imageReference') {
        report(
          lineOf(child),
          'image',
          'Markdown images are not supported. Use ::figure[…]{src="figures/name.svg" alt="…"}.',
        );
        return [];
      }
      if (child.type === 'link' && isUnreachable(child)) return child.children;
      if (child.type === 'link' || child.type === 'definition') checkUrl(child, headingIds, pages, report);
      return [child];
    }) as typeof parent.children;
  };
  visit(root);
  return pages;
}

function checkUrl(node: Link | Definition, headingIds: ReadonlySet<string>, pages: PageLink[], report: Report): void {
  const { url } = node;
  if (url.startsWith('#')) {
    const id = withPrefix(url.slice(1));
    if (!headingIds.has(id)) report(lineOf(node), 'link-anchor', `There is no heading for "${url}" on this page.`);
    node.url = `#${id}`;
  } else if (/^\/(?![/\\])/.test(url)) {
    const [path = '', fragment] = url.split('#', 2);
    if (fragment && path.startsWith('/courses/')) node.url = `${path}#${withPrefix(fragment)}`;
    pages.push({ path, line: lineOf(node) });
  } else if (!/^(https?:\/\/[^\s/]|mailto:)/i.test(url)) {
    const message = /^[a-z][a-z0-9+.-]*:/i.test(url)
      ? `A link must begin with https:, http: or mailto:, not with "${url.slice(0, url.indexOf(':') + 1)}".`
      : `"${url}" is relative; write the full path, such as /courses/training/chapter/subchapter.`;
    report(lineOf(node), 'link-address', message);
    node.url = '';
  }
}

const withPrefix = (fragment: string): string =>
  fragment.startsWith(headingPrefix) ? fragment : `${headingPrefix}${fragment}`;

/** True for an autolinked URL such as `http://harbour.example/` whose host cannot exist. These stay plain text. */
function isUnreachable(node: Link): boolean {
  const linkText = textOf(node);
  const isAutomatic = [linkText, `http://${linkText}`, `mailto:${linkText}`].includes(node.url);
  const host = /^(?:https?:\/\/|mailto:[^@]*@)([^/:?#]+)/i.exec(node.url)?.[1] ?? '';
  return (
    isAutomatic && /(^|\.)(example|test|invalid|localhost|example\.(com|org|net))$|^(127|10|192\.168)\./i.test(host)
  );
}
