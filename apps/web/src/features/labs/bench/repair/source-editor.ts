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
import { adoptStyles } from '#features/authoring/source/adopt-styles.public.ts';
import { plainTyping } from '#features/authoring/source/plain-typing.public.ts';
import { codeMirrorTheme } from '#features/authoring/source/codemirror-theme.public.ts';
import { marksOf } from './marks.ts';
import { oldLines, tellMarks } from './old-lines.ts';
import { codeColours, languageOf } from './source-language.ts';

adoptStyles();

interface Options {
  parent: HTMLElement;
  name: string;
  original: string;
  text: string;
  onChange: (text: string) => void;
}

/** A pause, milliseconds, after which the marks follow the text. */
const pause = 120;

/** A source under repair: CodeMirror, with what has changed since the original marked in it. */
export class SourceEditor {
  readonly #view: EditorView;
  readonly #original: string;
  #language: Language | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The text that the page knows: what comes back from it unchanged is not a change. */
  #known: string;

  constructor({ parent, name, original, text, onChange }: Options) {
    this.#original = original;
    this.#known = text;
    const language = new Compartment();
    const heard = EditorView.updateListener.of(({ docChanged, state }) => {
      if (!docChanged) return;
      this.#known = state.doc.toString();
      onChange(this.#known);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#mark(), pause);
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
        oldLines,
        plainTyping,
        search({ top: true }),
        keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
        own,
        codeMirrorTheme,
        heard,
      ],
    });
    this.#view = new EditorView({ parent, state });
    this.#mark();
    const [first] = marksOf(original, text).added;
    if (first !== undefined) {
      const effects = EditorView.scrollIntoView(state.doc.line(first).from, { y: 'start', yMargin: 80 });
      this.#view.dispatch({ effects });
    }
    void languageOf(name).then((found) => {
      if (!found) return;
      this.#language = found;
      this.#view.dispatch({ effects: language.reconfigure(found) });
      this.#mark();
    });
  }

  /** Takes another text in, as a change that can be undone. */
  show(text: string): void {
    if (text === this.#known) return;
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
    this.#mark();
  }

  focus(): void {
    this.#view.focus();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#view.destroy();
  }

  #mark(): void {
    const marks = marksOf(this.#original, this.#view.state.doc.toString());
    this.#view.dispatch({ effects: tellMarks.of({ marks, language: this.#language }) });
  }
}

/** What is different here from the lesson editor, which has prose. */
const own = EditorView.theme({
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
