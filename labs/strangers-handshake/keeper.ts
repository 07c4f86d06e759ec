import { generator, numberIn, power, secretNumber, toHex } from './group.ts';
import { keyOf, type Message, open, seal } from './seal.ts';

export type Name = 'bram' | 'signe';

/** One party of one conversation. */
export class Keeper {
  readonly name: Name;
  readonly #secret = secretNumber();
  #key: Buffer | undefined;

  constructor(name: Name) {
    this.name = name;
  }

  /** The party's own half of the handshake. */
  hello(): Message {
    return { kind: 'hello', from: this.name, key: toHex(power(generator, this.#secret)) };
  }

  /** Takes the other half and derives a key. The hole: the sender of the other half is not authenticated. */
  agree(hello: Message): boolean {
    const theirs = numberIn(hello.key);
    if (hello.kind !== 'hello' || theirs === undefined) return false;
    this.#key = keyOf(power(theirs, this.#secret));
    return true;
  }

  seal(words: string): Message {
    if (!this.#key) throw new Error('There is no key yet.');
    return seal(this.#key, words);
  }

  open(message: Message): string | undefined {
    return this.#key && open(this.#key, message);
  }
}
