import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit, type Language, syntaxHighlighting } from '@codemirror/language';
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
import { adoptStyles } from '#ui/code/adopt-styles.ts';
import { codeMirrorTheme } from '#ui/code/codemirror-theme.ts';
import { plainTyping } from '#ui/code/plain-typing.ts';
import { diffLines } from './line-diff.ts';
import { removedLines, setDiff } from './removed-lines.ts';
import { codeColours, languageOf } from './source-language.ts';

adoptStyles();

interface Options {
  parent: HTMLElement;
  name: string;
  original: string;
  text: string;
  onChange: (text: string) => void;
}

/** Debounce of the diff, milliseconds. */
const DIFF_DELAY_MS = 120;

/** CodeMirror editor of a source to repair. Marks the changes against the original. */
export class SourceEditor {
  readonly #view: EditorView;
  readonly #original: string;
  #language: Language | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Last text reported to the page. `setText` ignores the same text. */
  #known: string;

  constructor({ parent, name, original, text, onChange }: Options) {
    this.#original = original;
    this.#known = text;
    const language = new Compartment();
    const changeListener = EditorView.updateListener.of(({ docChanged, state }) => {
      if (!docChanged) return;
      this.#known = state.doc.toString();
      onChange(this.#known);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#updateDiff(), DIFF_DELAY_MS);
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
        language.of([]),
        syntaxHighlighting(codeColours),
        removedLines,
        plainTyping,
        search({ top: true }),
        keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
        repairTheme,
        codeMirrorTheme,
        changeListener,
      ],
    });
    this.#view = new EditorView({ parent, state });
    this.#updateDiff();
    const [first] = diffLines(original, text).added;
    if (first !== undefined) {
      const effects = EditorView.scrollIntoView(state.doc.line(first).from, { y: 'start', yMargin: 80 });
      this.#view.dispatch({ effects });
    }
    void languageOf(name).then((found) => {
      if (!found) return;
      this.#language = found;
      this.#view.dispatch({ effects: language.reconfigure(found) });
      this.#updateDiff();
    });
  }

  /** Replaces the text. The change can be undone. */
  setText(text: string): void {
    if (text === this.#known) return;
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
    this.#updateDiff();
  }

  focus(): void {
    this.#view.focus();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#view.destroy();
  }

  #updateDiff(): void {
    const diff = diffLines(this.#original, this.#view.state.doc.toString());
    this.#view.dispatch({ effects: setDiff.of({ diff, language: this.#language }) });
  }
}

/** Overrides of the lesson editor's theme for source code. */
const repairTheme = EditorView.theme({
  '&': { backgroundColor: 'var(--ground)', fontSize: '13px' },
  '.cm-scroller': { overflowX: 'auto', lineHeight: '20px' },
  '.cm-content': { padding: '6px 0 24px' },
  '.cm-line': { padding: '0 12px 0 8px' },
  '.cm-gutters': { backgroundColor: 'var(--ground)', fontSize: '13px' },
  '.cm-signs .cm-gutterElement': { width: '18px', textAlign: 'center' },
  '.cm-plus': { color: 'var(--phosphor)', backgroundColor: 'var(--phosphor-wash)' },
  '.cm-gutterElement.cm-old': { color: 'var(--coral)', backgroundColor: 'var(--coral-wash)' },
  '.cm-added': { backgroundColor: 'var(--phosphor-wash)' },
  '.cm-added.cm-activeLine': { backgroundColor: 'var(--phosphor-wash)' },
  '.cm-oldLines': { padding: '0 12px 0 8px', backgroundColor: 'var(--coral-wash)', whiteSpace: 'pre', tabSize: '4' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--line-strong)',
  },
});
