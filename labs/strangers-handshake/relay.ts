import { Keeper, type Name } from './keeper.ts';
import { reply, request } from './log-book.ts';
import type { Message } from './seal.ts';

export interface Held {
  from: Name;
  to: Name;
  message: Message;
}
export interface Passed extends Held {
  /** Whether it was passed on unchanged. */
  isChanged: boolean;
}

/** One conversation, from the first half of the handshake to the last lamp. */
export class Talk {
  readonly #bram = new Keeper('bram');
  readonly #signe = new Keeper('signe');
  /** The message that the visitor holds. */
  held: Held | undefined = { from: 'bram', to: 'signe', message: this.#bram.hello() };
  readonly passed: Passed[] = [];
  /** How it ended, as the visitor saw it. */
  ending: string | undefined;

  /** Passes a message on in place of the one that is held. */
  pass(message: Message): void {
    if (!this.held) return;
    const { from, to } = this.held;
    const isChanged = JSON.stringify(message) !== JSON.stringify(this.held.message);
    this.passed.push({ from, to, message, isChanged });
    this.held = undefined;
    const answer = this.#steps[this.passed.length - 1]?.(message);
    if (answer) this.held = { from: to, to: from, message: answer };
  }

  /** Handles a message as its recipient. */
  readonly #steps: ((message: Message) => Message | undefined)[] = [
    (message) => (this.#signe.agree(message) ? this.#signe.hello() : this.#end('Signe cannot use this number.')),
    (message) => (this.#bram.agree(message) ? this.#bram.seal(request) : this.#end('Bram cannot use this number.')),
    (message) => {
      const words = this.#signe.open(message);
      return words === undefined
        ? this.#end('Signe can’t open this. It was not sealed with the key that she has agreed on.')
        : this.#signe.seal(reply(words));
    },
    (message) => {
      const words = this.#bram.open(message);
      return words === undefined
        ? this.#end('Bram can’t open this. It was not sealed with the key that he has agreed on.')
        : this.#end('Bram says good night and covers his lamp. Signe covers hers.');
    },
  ];

  #end(how: string): undefined {
    this.ending = how;
    return undefined;
  }
}
