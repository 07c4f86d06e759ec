import { greeting } from './bootlog.ts';
import { BOOTDELAY } from './flash.ts';
import { Loader } from './loader.ts';
import { Shell, startKernel } from './system.ts';

type State = 'off' | 'counting' | 'loader' | 'login' | 'shell' | 'halted';

/** Maximum characters that are kept of the console's output. */
const MAX_MEMORY_LENGTH = 32_768;
/** Maximum characters of a typed line. */
const MAX_LINE_LENGTH = 400;

/** The controller on the bench: it transmits on one wire, and receives on another. */
export class Device {
  private state: State = 'off';
  private memory = '';
  /** Number of characters before those that are kept. */
  private forgotten = 0;
  private line = '';
  private asksPassword = false;
  private timer: NodeJS.Timeout | undefined;
  private shell = new Shell();
  private readonly loader: Loader;
  readonly baud: number;

  constructor(baud: number) {
    this.baud = baud;
    this.loader = new Loader(baud);
  }

  /** Whether it will print more without input. */
  get isBusy(): boolean {
    return this.timer !== undefined;
  }

  get isCounting(): boolean {
    return this.state === 'counting';
  }

  /** Number of characters printed since the beginning. */
  get length(): number {
    return this.forgotten + this.memory.length;
  }

  /** Returns the output after the first `since` characters. */
  saidSince(since: number): string {
    return this.memory.slice(Math.max(0, since - this.forgotten));
  }

  /** Switches it off and on. */
  power(): void {
    this.stopWaiting();
    this.line = '';
    this.asksPassword = false;
    this.loader.restart();
    this.say(greeting(this.baud));
    if (BOOTDELAY < 0) {
      this.boot();
    } else {
      this.state = 'counting';
      this.count(BOOTDELAY);
    }
  }

  private count(left: number): void {
    this.timer = setTimeout(() => {
      if (left <= 1) {
        this.say('\b\b0 \n');
        this.execute('boot');
      } else {
        this.say(`\b\b${left - 1} `);
        this.count(left - 1);
      }
    }, 1000);
  }

  /** Handles input, letter by letter. */
  hear(text: string): void {
    for (const letter of text) this.hearOne(letter);
  }

  private hearOne(letter: string): void {
    if (this.state === 'off' || this.state === 'halted') return;
    if (this.state === 'counting') {
      // The key that stops the boot is not a command
      this.stopWaiting();
      this.state = 'loader';
      this.say(`\n${this.loader.prompt}`);
    } else if (letter === '\n' || letter === '\r') {
      const line = this.line;
      this.line = '';
      this.say('\n');
      this.take(line);
    } else if (letter === '\b' || letter === '\x7f') {
      if (this.line) this.say('\b \b');
      this.line = this.line.slice(0, -1);
    } else if (letter >= ' ' && this.line.length < MAX_LINE_LENGTH) {
      this.line += letter;
      if (!this.asksPassword) this.say(letter);
    }
  }

  private take(line: string): void {
    if (this.state === 'loader') this.execute(line);
    else if (this.state === 'shell') this.runInShell(line);
    else this.logIn(line);
  }

  private runInShell(line: string): void {
    const { output, next } = this.shell.execute(line);
    this.say(output);
    if (next === 'reset') this.restartSoon();
    else this.say('# ');
  }

  private logIn(line: string): void {
    if (this.asksPassword) {
      this.asksPassword = false;
      this.say('Login incorrect\n\nhornmaster login: ');
    } else if (line.trim()) {
      this.asksPassword = true;
      this.say('Password: ');
    } else {
      this.say('hornmaster login: ');
    }
  }

  private execute(line: string): void {
    this.stopWaiting();
    this.state = 'loader';
    const { output, next } = this.loader.execute(line);
    this.say(output);
    if (next === 'boot') this.boot();
    else if (next === 'reset') this.restartSoon();
    else this.say(this.loader.prompt);
  }

  private boot(): void {
    const { output, running } = startKernel(this.loader.bootargs);
    this.state = running;
    this.asksPassword = output.endsWith('maintenance: ');
    this.shell = new Shell();
    this.say(output);
  }

  private restartSoon(): void {
    this.state = 'halted';
    this.timer = setTimeout(() => this.power(), 700);
  }

  private stopWaiting(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private say(text: string): void {
    this.memory += text;
    const tooMany = this.memory.length - MAX_MEMORY_LENGTH;
    if (tooMany <= 0) return;
    this.memory = this.memory.slice(tooMany);
    this.forgotten += tooMany;
  }
}

/** Returns the output of a boot without a key. */
export function undisturbedStart(baud: number, ticket: string): string {
  const counted = Array.from({ length: Math.max(0, BOOTDELAY) }, (_, i) => `\b\b${BOOTDELAY - 1 - i} `).join('');
  return `${greeting(baud)}${counted}\n${startKernel(new Loader(baud).bootargs, ticket).output}`;
}
