import type { Diagnostic } from '../diagnostics.ts';
import { readDocument } from './document.ts';
import type { HeadingEntry } from './headings.ts';
import { loadHighlight } from './highlight.ts';
import type { Drawing } from './svg.ts';

/*
 * Structure of the rendered HTML, for style sheets and client scripts. It has no style attributes and no scripts.
 *
 * Code
 *   figure.code[data-lang] (.code-numbered)
 *     figcaption.code-head          only with a title or a language label
 *       span.code-title             title="…"
 *       span.code-lang              "TypeScript"
 *     button.code-copy[data-copy-target]   copies pre's data-copy, else its text; absent if all is output
 *     pre.code-body[tabindex=0]([data-copy])
 *       code > span.code-line       one per line, includes its "\n": safe as display:block
 *         .line-marked              {2,4-6}
 *         .line-input, .line-output in console blocks
 *         [data-line="3"]           in .code-numbered; shown by ::before
 *         span.tok-*                keyword constant string string-expression comment function punctuation parameter
 *                                   link inserted deleted changed; prompt (console)
 * Admonition
 *   div.admonition.admonition-{note|tip|warning|danger|exercise|summary}[role=note]
 *     p.admonition-title > span.admonition-kind "Note" (+ span.admonition-label: the author's title)
 *     div.admonition-body
 * Solution of the exercise before it, collapsed
 *   details.solution > summary.solution-title "A solution" (or the author's title) + div.admonition-body
 * Tabs: all panels in sequence; a client script turns them into tabs
 *   div.tabs[data-tabs] > section.tab[data-tab="Linux"][aria-label] > p.tab-title + content
 * Figure
 *   figure.figure > svg.figure-drawing[role=img][aria-label][viewBox] + figcaption.figure-caption
 * Diagram
 *   figure.figure.figure-diagram > svg.figure-drawing[role=img][aria-label][viewBox][width] + figcaption.figure-caption
 * Formula
 *   math[alttext] inline; div.math-block[role=group][aria-label] > math[display=block][alttext]
 *     mtd.math-left .math-right .math-tight, mrow.math-box
 * Footnotes
 *   sup > a.footnote-ref, section.footnotes[aria-label] > ol > li … a.footnote-back
 * Task lists: ul.contains-task-list > li.task-list-item > input[type=checkbox][disabled]
 * Headings: h2 and h3 at the top level have an id that begins with "h-". Tables are bare: wrap or scroll by CSS.
 */

export interface RenderOptions {
  /** Drawings by the path in `::figure`. */
  drawings?: ReadonlyMap<string, Drawing>;
  /** Added to every reported line number when the text is part of a larger file. */
  lineOffset?: number;
  /** Prefix of footnote ids; must be unique for each text on one page. */
  prefix?: string;
}

export interface RenderedMarkdown {
  html: string;
  headings: HeadingEntry[];
  /** Problems with their line; the caller knows the file. */
  diagnostics: Omit<Diagnostic, 'file'>[];
}

/** Renders one text of an author to safe HTML. Lesson modules (quiz, flag, lab) are reported as problems here. */
export async function renderMarkdown(source: string, options: RenderOptions = {}): Promise<RenderedMarkdown> {
  const diagnostics: RenderedMarkdown['diagnostics'] = [];
  const document = await readDocument(source, {
    highlight: await loadHighlight(),
    drawings: options.drawings ?? new Map(),
    report: (line, code, message, severity = 'error') => {
      diagnostics.push({ severity, line: line + (options.lineOffset ?? 0), code, message });
    },
  });
  return { ...document.block(document.root.children, options.prefix ?? 'text'), diagnostics };
}
