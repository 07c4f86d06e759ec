import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  type Language,
  syntaxHighlighting,
} from '@codemirror/language';
import { getChunks } from '@codemirror/merge';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { adoptStyles } from '#ui/code/adopt-styles.ts';
import { changesFrom } from '#ui/code/changes-view.ts';
import { codeMirrorTheme } from '#ui/code/codemirror-theme.ts';
import { plainTyping } from '#ui/code/plain-typing.ts';

adoptStyles();

interface Options {
  parent: HTMLElement;
  name: string;
  original: string;
  text: string;
  onChange: (text: string) => void;
}

/** Syntax highlighting with the colours of code in lessons. */
const codeColours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword],
    color: 'var(--shiki-token-keyword)',
  },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--shiki-token-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.escape], color: 'var(--shiki-token-string-expression)' },
  { tag: tags.comment, color: 'var(--shiki-token-comment)', fontStyle: 'italic' },
  {
    tag: [
      tags.function(tags.variableName),
      tags.function(tags.propertyName),
      tags.function(tags.definition(tags.variableName)),
    ],
    color: 'var(--shiki-token-function)',
  },
  {
    tag: [tags.typeName, tags.standard(tags.typeName), tags.className, tags.constant(tags.name)],
    color: 'var(--shiki-token-constant)',
  },
  { tag: [tags.processingInstruction, tags.meta, tags.macroName], color: 'var(--shiki-token-parameter)' },
  { tag: [tags.punctuation, tags.operator, tags.bracket], color: 'var(--shiki-token-punctuation)' },
]);

/** Loads the language of a file by its name; undefined if no lab uses the language. */
async function languageOf(name: string): Promise<Language | undefined> {
  if (/\.[ch]$/.test(name)) return (await import('@codemirror/lang-cpp')).cppLanguage;
  if (/\.[mc]?[jt]s$/.test(name)) return (await import('@codemirror/lang-javascript')).typescriptLanguage;
  return undefined;
}

/** CodeMirror editor of a source to repair. Marks the changes against the original. */
export class SourceEditor {
  readonly #view: EditorView;
  /** Last text reported to the page. `setText` ignores the same text. */
  #known: string;

  constructor({ parent, name, original, text, onChange }: Options) {
    this.#known = text;
    const languageAndChanges = new Compartment();
    const changeListener = EditorView.updateListener.of(({ docChanged, state }) => {
      if (!docChanged) return;
      this.#known = state.doc.toString();
      onChange(this.#known);
    });
    const indent = /^(\t| {2,8})\S/m.exec(original)?.[1] ?? '  ';
    const state = EditorState.create({
      doc: text,
      extensions: [
        history(),
        drawSelection(),
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        bracketMatching(),
        indentOnInput(),
        indentUnit.of(indent),
        EditorView.contentAttributes.of({
          'aria-label': `Source of ${name}. Press F6 to leave it.`,
          'data-part': '',
          tabindex: '0',
          spellcheck: 'false',
          autocapitalize: 'off',
          autocorrect: 'off',
        }),
        languageAndChanges.of([]),
        syntaxHighlighting(codeColours),
        plainTyping,
        search({ top: true }),
        keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
        repairTheme,
        codeMirrorTheme,
        changeListener,
      ],
    });
    this.#view = new EditorView({ parent, state });
    // Removed lines are highlighted when they are first shown, so the language must be there.
    void languageOf(name).then((language) => {
      const effects = languageAndChanges.reconfigure([...(language ? [language] : []), changesFrom(original)]);
      this.#view.dispatch({ effects });
      const [first] = getChunks(this.#view.state)?.chunks ?? [];
      if (first) this.#view.dispatch({ effects: EditorView.scrollIntoView(first.fromB, { y: 'start', yMargin: 80 }) });
    });
  }

  /** Replaces the text. The change can be undone. */
  setText(text: string): void {
    if (text === this.#known) return;
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
  }

  focus(): void {
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }
}

/** Overrides of the lesson editor's theme for source code. */
const repairTheme = EditorView.theme({
  '&': { backgroundColor: 'var(--ground)', fontSize: '13px' },
  '.cm-scroller': { overflowX: 'auto', lineHeight: '20px' },
  '.cm-content': { padding: '6px 0 24px' },
  '.cm-line': { padding: '0 12px 0 8px' },
  '.cm-gutters': { backgroundColor: 'var(--ground)', fontSize: '13px' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--line-strong)',
  },
});
