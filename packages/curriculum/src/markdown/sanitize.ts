import type rehypeSanitize from 'rehype-sanitize';

const tags = {
  text: 'a abbr b br code del em i ins kbd mark s samp small strong sub sup var q cite dfn time'.split(' '),
  blocks: 'p div span blockquote pre hr h2 h3 h4 h5 h6 section details summary'.split(' '),
  lists: 'ul ol li dl dt dd input'.split(' '),
  tables: 'table caption thead tbody tfoot tr th td'.split(' '),
};

/** Elements that an author may write as HTML. Other elements are removed, but their text stays. */
export const allowedTags: readonly string[] = Object.values(tags).flat();

/**
 * Allowlist for an author's HTML. No style, no event handlers, none of our classes, and no ids except those that the
 * renderer makes: headings (`h-…`) and footnotes (`…-fn-…`). So no id can shadow a property of `window`.
 */
export const schema: Parameters<typeof rehypeSanitize>[0] = {
  tagNames: [...allowedTags],
  attributes: {
    '*': ['lang', 'dir'],
    a: ['href', 'dataFootnoteRef', 'dataFootnoteBackref', 'ariaLabel', ['id', /^[a-z0-9-]+-fnref-[a-z0-9-]+$/]],
    abbr: ['title'],
    dfn: ['title'],
    time: ['dateTime'],
    details: ['open'],
    div: ['dataSlot'],
    span: ['dataSlot'],
    h2: [['id', /^h-[a-z0-9-]+$/]],
    h3: [['id', /^h-[a-z0-9-]+$/]],
    input: [
      ['type', 'checkbox'],
      ['disabled', true],
      ['checked', true],
    ],
    li: [['id', /^[a-z0-9-]+-fn-[a-z0-9-]+$/], ['className', 'task-list-item'], 'value'],
    ol: ['start', 'reversed', ['className', 'contains-task-list']],
    ul: [['className', 'contains-task-list']],
    section: ['dataFootnotes'],
    td: ['align', 'colSpan', 'rowSpan'],
    th: ['align', 'colSpan', 'rowSpan', ['scope', 'col', 'row']],
  },
  required: { input: { type: 'checkbox', disabled: true } },
  ancestors: Object.fromEntries(
    ['thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption'].map((tag) => [tag, ['table']]),
  ),
  protocols: { href: ['http', 'https', 'mailto'] },
  // For these, the text is removed too.
  strip: ['script', 'style', 'template', 'iframe', 'object', 'svg', 'math'],
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
};
