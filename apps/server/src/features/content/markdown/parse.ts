import type { Root } from 'mdast';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';

/**
 * Takes `:name` inside a sentence out of the grammar: `host:8080`, `a:b` and `::1` are what people type about
 * networks, and we have no directive of that kind.
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
  // One dollar is a price or a shell's variable.
  .use(remarkMath, { singleDollarTextMath: false })
  .use(remarkDirective)
  .use(withoutTextDirectives)
  .freeze();

/** Markdown to its tree: CommonMark, GitHub's additions, formulas, and container and leaf directives. */
export function parseMarkdown(source: string): Root {
  return parser.parse(source);
}
