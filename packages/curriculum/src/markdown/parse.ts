import type { Root } from 'mdast';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';

/**
 * Removes text directives (`:name` inside a sentence) from the grammar: authors type `host:8080`, `a:b` and `::1` when
 * they write about networks, and we have no text directives.
 */
function withoutTextDirectives(this: Processor): void {
  for (const extension of this.data().micromarkExtensions ?? []) {
    const colon = ':'.charCodeAt(0);
    if (extension.flow?.[colon] && extension.text) delete extension.text[colon];
  }
}

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  // A single dollar is a price or a shell variable.
  .use(remarkMath, { singleDollarTextMath: false })
  .use(remarkDirective)
  .use(withoutTextDirectives)
  .freeze();

/** Parses Markdown to its tree: CommonMark, GitHub's extensions, formulas, and container and leaf directives. */
export function parseMarkdown(source: string): Root {
  return parser.parse(source);
}
