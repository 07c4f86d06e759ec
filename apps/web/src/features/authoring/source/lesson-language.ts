import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language';
import { Decoration, type DecorationSet, type EditorView, MatchDecorator, ViewPlugin } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { GFM, parser } from '@lezer/markdown';

const markdown = new Language(defineLanguageFacet(), parser.configure([GFM]), [], 'markdown');

const colours = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--ink)', fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.monospace, color: 'var(--shiki-token-string)' },
  { tag: [tags.link, tags.url], color: 'var(--shiki-token-link)' },
  { tag: tags.quote, color: 'var(--ink-2)' },
  { tag: [tags.processingInstruction, tags.labelName], color: 'var(--shiki-token-punctuation)' },
]);

const mark = (name: string) => Decoration.mark({ class: `cm-${name}` });
const parts = { colons: mark('directive'), attributes: mark('attributes'), box: mark('box') };

/** Decorates our Markdown extensions: the colons, name and attributes of a directive, and the box of an option. */
const directiveMatcher = new MatchDecorator({
  regexp: /^(\s*)(:{2,}[a-z-]*)(?:.*?(\{[^{].*\})\s*$)?|^(\s*(?:[-*+]|\d+\.) )(\[[ x]\])/gm,
  decorate: (add, from, to, match) => {
    const [, indent = '', colons, attributes, bullet = '', box] = match;
    if (colons) add(from + indent.length, from + indent.length + colons.length, parts.colons);
    if (attributes) add(to - (match[0].length - match[0].lastIndexOf(attributes)), to, parts.attributes);
    if (box) add(from + bullet.length, from + bullet.length + box.length, parts.box);
  },
});

const directiveMarks = ViewPlugin.fromClass(
  class {
    marks: DecorationSet;
    constructor(view: EditorView) {
      this.marks = directiveMatcher.createDeco(view);
    }
    update(update: Parameters<typeof directiveMatcher.updateDeco>[0]) {
      this.marks = directiveMatcher.updateDeco(update, this.marks);
    }
  },
  { decorations: ({ marks }) => marks },
);

/** Markdown with our directives, in the colours of highlighted code. */
export const language = [markdown, syntaxHighlighting(colours), directiveMarks];
