import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { type ITheme, Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { copyText } from '#lib/copy-text.ts';
import type { Size } from '../connection/terminal-connection.ts';
import type { Screen } from '../connection/terminal-socket.ts';
import { defineAdoptedStyle } from './adopted-style.ts';

defineAdoptedStyle();

const fontFamily = '"JetBrains Mono Variable", ui-monospace, monospace';

/** Loads the font, because xterm measures a letter when it opens. */
export const fontLoaded = (): Promise<unknown> => document.fonts.load(`13px ${fontFamily}`).catch(() => undefined);

interface Options {
  host: HTMLElement;
  /** Accessible name. */
  label: string;
  textSize: number;
  isSpoken: boolean;
  onInput: (bytes: Uint8Array) => void;
  onSize: (size: Size) => void;
  /** Called on Ctrl+Shift+F. */
  onSearch: () => void;
}

export interface SearchPosition {
  /** Number of the current match, from 1; 0 if there is none. */
  at: number;
  of: number;
}

const encoder = new TextEncoder();

/**
 * Colours of a terminal, as design tokens of highlighted code. Bold text, such as the shell's prompt, uses the bright
 * variants. xterm raises contrasts below 4.5:1 itself (`minimumContrastRatio`).
 */
const tokens = {
  background: '--ground',
  foreground: '--ink',
  cursor: '--beacon',
  cursorAccent: '--on-beacon',
  selectionBackground: '--selection',
  overviewRulerBorder: '--ground',
  scrollbarSliderBackground: '--line',
  scrollbarSliderHoverBackground: '--line-strong',
  scrollbarSliderActiveBackground: '--line-strong',
  black: '--terminal-black',
  red: '--coral',
  green: '--shiki-token-string',
  yellow: '--shiki-token-parameter',
  blue: '--shiki-token-function',
  magenta: '--shiki-token-keyword',
  cyan: '--shiki-token-constant',
  white: '--terminal-white',
  brightBlack: '--ink-3',
  brightRed: '--coral',
  brightGreen: '--phosphor',
  brightYellow: '--beacon',
  brightBlue: '--hue-blue',
  brightMagenta: '--hue-violet',
  brightCyan: '--hue-teal',
  brightWhite: '--ink',
} as const satisfies Partial<Record<keyof ITheme, string>>;

/** Reads the colours that apply to an element, in the format of xterm. */
function readColours(element: Element): ITheme {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [name, hexOf(style.getPropertyValue(token).trim())]),
  );
}

/** Converts `rgb(255 194 75 / 0.28)` to `#ffc24b47`, the only format in which xterm reads transparent colours. */
export function hexOf(colour: string): string {
  const parts = /^rgba?\(([^)]+)\)$/.exec(colour)?.[1]?.split(/[\s,/]+/);
  if (!parts) return colour;
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts.map((part) =>
    part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part),
  );
  const two = (value: number) => Math.round(value).toString(16).padStart(2, '0');
  return `#${two(red)}${two(green)}${two(blue)}${alpha < 1 ? two(alpha * 255) : ''}`;
}

/** Screen and keyboard input of a terminal, based on xterm. */
export class TerminalScreen implements Screen {
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #search = new SearchAddon();
  readonly #host: HTMLElement;
  readonly #resizeObserver: ResizeObserver;
  readonly #hasReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  /** Number of replayed writes that xterm has not processed yet. */
  #pendingReplays = 0;

  constructor({ host, label, textSize, isSpoken, onInput, onSize, onSearch }: Options) {
    this.#host = host;
    this.#terminal = new Terminal({
      // Needed for the decorations of search matches.
      allowProposedApi: true,
      cursorBlink: !this.#hasReducedMotion,
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
      theme: readColours(host),
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.loadAddon(this.#search);
    this.#terminal.attachCustomKeyEventHandler((event) => this.#isForShell(event, onSearch));
    this.#terminal.onData((data) => {
      // xterm answers terminal queries of programs. Replayed queries were already answered, so their answers are dropped.
      if (this.#pendingReplays === 0 || !data.startsWith('\x1b')) onInput(encoder.encode(data));
    });
    this.#terminal.onBinary((data) => onInput(Uint8Array.from(data, (letter) => letter.charCodeAt(0))));
    this.#terminal.onResize(() => onSize(this.size));
    this.#terminal.open(host);
    this.#terminal.textarea?.setAttribute('aria-label', label);
    this.fit();
    // Waits a frame, because a ResizeObserver callback must not resize what it observes.
    this.#resizeObserver = new ResizeObserver(() => requestAnimationFrame(() => this.fit()));
    this.#resizeObserver.observe(host);
  }

  get size(): Size {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows };
  }

  write(bytes: Uint8Array, isReplay: boolean): void {
    if (isReplay) this.#pendingReplays += 1;
    this.#terminal.write(bytes, () => {
      if (isReplay) this.#pendingReplays -= 1;
    });
  }

  clear(): void {
    // A reset sequence, so that the clear comes after all pending output.
    this.#terminal.write('\x1bc');
  }

  writeNotice(text: string): void {
    this.#terminal.write(`\x1b[2m${text}\x1b[22m\r\n`);
  }

  /** Sends input as if the learner had typed it. */
  press(data: string): void {
    this.#terminal.input(data);
  }

  /** Whether a program has switched on the application cursor key mode, which changes the codes of arrow keys. */
  get isApplicationMode(): boolean {
    return this.#terminal.modes.applicationCursorKeysMode;
  }

  focus(): void {
    this.#terminal.focus();
  }

  fit(): void {
    // A hidden terminal has no size.
    if (this.#host.clientWidth === 0 || this.#host.clientHeight === 0) return;
    this.#fit.fit();
  }

  setOptions({ textSize, isSpoken, label }: { textSize: number; isSpoken: boolean; label: string }): void {
    this.#terminal.options.fontSize = textSize;
    this.#terminal.options.screenReaderMode = isSpoken;
    this.#terminal.textarea?.setAttribute('aria-label', label);
    this.fit();
  }

  /** Updates the colours after a change of theme. */
  updateColours(): void {
    this.#terminal.options.theme = readColours(this.#host);
  }

  find(query: string, step: 1 | -1, isTyping = false): void {
    if (query === '') {
      this.clearSearch();
      return;
    }
    const { brightYellow: mark = '', foreground = '' } = readColours(this.#host);
    const options = {
      incremental: isTyping,
      decorations: {
        matchBorder: mark,
        activeMatchBorder: foreground,
        matchOverviewRuler: mark,
        activeMatchColorOverviewRuler: foreground,
      },
    };
    if (step === 1) this.#search.findNext(query, options);
    else this.#search.findPrevious(query, options);
  }

  onSearchResults(listener: (position: SearchPosition) => void): void {
    this.#search.onDidChangeResults(({ resultIndex, resultCount }) =>
      listener({ at: resultIndex + 1, of: resultCount }),
    );
  }

  clearSearch(): void {
    this.#search.clearDecorations();
    this.#terminal.clearSelection();
  }

  destroy(): void {
    this.#resizeObserver.disconnect();
    this.#terminal.dispose();
  }

  /** Handles Ctrl+Shift+C, F and V in the page. All other keys, such as Ctrl alone, go to the shell. */
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
