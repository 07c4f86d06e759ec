import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { copyText } from '#lib/copy-text.ts';
import type { Size } from '../connection/connection.ts';
import type { Screen } from '../connection/line.ts';
import { defineAdoptedStyle } from './adopted-style.ts';
import { coloursAt } from './colours.ts';

defineAdoptedStyle();

const fontFamily = '"JetBrains Mono Variable", ui-monospace, monospace';

/** xterm measures a letter when it opens, so the font has to be there. */
export const fontLoaded = (): Promise<unknown> => document.fonts.load(`13px ${fontFamily}`).catch(() => undefined);

interface Options {
  host: HTMLElement;
  /** What screen readers call it. */
  label: string;
  textSize: number;
  isSpoken: boolean;
  onInput: (bytes: Uint8Array) => void;
  onSize: (size: Size) => void;
  /** Ctrl+Shift+F. */
  onSearch: () => void;
}

export interface Found {
  /** Which of them is shown, from 1; 0 where none is. */
  at: number;
  of: number;
}

const encoder = new TextEncoder();

/** What a terminal shows, and the keys that are pressed in it: xterm, set up as we want it. */
export class TerminalScreen implements Screen {
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #search = new SearchAddon();
  readonly #host: HTMLElement;
  readonly #watch: ResizeObserver;
  readonly #isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  /** How many pieces of what was shown before are still on their way to the screen. */
  #replays = 0;

  constructor({ host, label, textSize, isSpoken, onInput, onSize, onSearch }: Options) {
    this.#host = host;
    this.#terminal = new Terminal({
      // The marks of what is searched for.
      allowProposedApi: true,
      cursorBlink: !this.#isStill,
      cursorInactiveStyle: 'outline',
      drawBoldTextInBrightColors: true,
      fontFamily,
      fontSize: textSize,
      fontWeight: 400,
      fontWeightBold: 400,
      lineHeight: 1.1,
      minimumContrastRatio: 4.5,
      overviewRuler: { width: 10 },
      screenReaderMode: isSpoken,
      scrollback: 5_000,
      theme: coloursAt(host),
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.loadAddon(this.#search);
    this.#terminal.attachCustomKeyEventHandler((event) => this.#isForShell(event, onSearch));
    this.#terminal.onData((data) => {
      // xterm answers what programs ask of a terminal. What was asked before a reload has had its answer.
      if (this.#replays === 0 || !data.startsWith('\x1b')) onInput(encoder.encode(data));
    });
    this.#terminal.onBinary((data) => onInput(Uint8Array.from(data, (letter) => letter.charCodeAt(0))));
    this.#terminal.onResize(() => onSize(this.size));
    this.#terminal.open(host);
    this.#terminal.textarea?.setAttribute('aria-label', label);
    this.fit();
    // Outside of the observer's own turn, which must not change what it watches.
    this.#watch = new ResizeObserver(() => requestAnimationFrame(() => this.fit()));
    this.#watch.observe(host);
  }

  get size(): Size {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows };
  }

  show(bytes: Uint8Array, isOld: boolean): void {
    if (isOld) this.#replays += 1;
    this.#terminal.write(bytes, () => {
      if (isOld) this.#replays -= 1;
    });
  }

  clear(): void {
    // As the shell would say it: after everything that is still on its way.
    this.#terminal.write('\x1bc');
  }

  say(words: string): void {
    this.#terminal.write(`\x1b[2m${words}\x1b[22m\r\n`);
  }

  /** Types for the learner: the row of keys of a phone. */
  press(data: string): void {
    this.#terminal.input(data);
  }

  /** Arrows are sent in another way while a program asks for it. */
  get hasProgramArrows(): boolean {
    return this.#terminal.modes.applicationCursorKeysMode;
  }

  focus(): void {
    this.#terminal.focus();
  }

  fit(): void {
    // A hidden one has no size.
    if (this.#host.clientWidth === 0 || this.#host.clientHeight === 0) return;
    this.#fit.fit();
  }

  set({ textSize, isSpoken, label }: { textSize: number; isSpoken: boolean; label: string }): void {
    this.#terminal.options.fontSize = textSize;
    this.#terminal.options.screenReaderMode = isSpoken;
    this.#terminal.textarea?.setAttribute('aria-label', label);
    this.fit();
  }

  /** Takes the colours of the page over. */
  recolour(): void {
    this.#terminal.options.theme = coloursAt(this.#host);
  }

  find(words: string, step: 1 | -1, isTyping = false): void {
    if (words === '') {
      this.stopFinding();
      return;
    }
    const { brightYellow: mark = '', foreground = '' } = coloursAt(this.#host);
    const options = {
      incremental: isTyping,
      decorations: {
        matchBorder: mark,
        activeMatchBorder: foreground,
        matchOverviewRuler: mark,
        activeMatchColorOverviewRuler: foreground,
      },
    };
    if (step === 1) this.#search.findNext(words, options);
    else this.#search.findPrevious(words, options);
  }

  onFound(listener: (found: Found) => void): void {
    this.#search.onDidChangeResults(({ resultIndex, resultCount }) =>
      listener({ at: resultIndex + 1, of: resultCount }),
    );
  }

  stopFinding(): void {
    this.#search.clearDecorations();
    this.#terminal.clearSelection();
  }

  destroy(): void {
    this.#watch.disconnect();
    this.#terminal.dispose();
  }

  /** Ctrl alone belongs to the shell; with Shift it is the page's. */
  #isForShell(event: KeyboardEvent, onSearch: () => void): boolean {
    const { type, key, ctrlKey, shiftKey, altKey, metaKey } = event;
    if (!ctrlKey || !shiftKey || altKey || metaKey) return true;
    const letter = key.toLowerCase();
    if (letter !== 'c' && letter !== 'f' && letter !== 'v') return true;
    if (letter === 'v') return false;
    event.preventDefault();
    if (type !== 'keydown') return false;
    if (letter === 'f') onSearch();
    else if (this.#terminal.hasSelection()) void copyText(this.#terminal.getSelection());
    return false;
  }
}
