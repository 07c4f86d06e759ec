import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { generator, numberIn, power, secretNumber, toHex } from './group.ts';
import { keyOf, type Message, open, seal } from './seal.ts';

export type Name = 'bram' | 'signe';

/** They exchanged the public halves over a bowl of soup, and have kept them since. */
const pens: Record<Name, { privateKey: KeyObject; publicKey: KeyObject }> = {
  bram: generateKeyPairSync('ed25519'),
  signe: generateKeyPairSync('ed25519'),
};

/** One of the two, for one talk. */
export class Keeper {
  readonly name: Name;
  readonly #secret = secretNumber();
  readonly #own = toHex(power(generator, this.#secret));
  #theirs: string | undefined;
  #key: Buffer | undefined;
  #hasCalled = false;
  #hasChecked = false;

  constructor(name: Name) {
    this.name = name;
  }

  /** The own half of the handshake; whoever answers signs both halves. */
  hello(): Message {
    const hello = { kind: 'hello', from: this.name, key: this.#own };
    if (this.#theirs !== undefined) return { ...hello, signature: this.#signature() };
    this.#hasCalled = true;
    return hello;
  }

  /** Takes the other half. An answer has to be signed by the one who was meant. */
  agree(hello: Message): boolean {
    const theirs = numberIn(hello.key);
    if (hello.kind !== 'hello' || theirs === undefined) return false;
    this.#theirs = toHex(theirs);
    if (this.#hasCalled && !this.#isSignedByTheOther(hello)) return false;
    this.#key = keyOf(power(theirs, this.#secret));
    return true;
  }

  seal(words: string): Message {
    if (!this.#key) throw new Error('There is no key yet.');
    const message = seal(this.#key, words);
    return this.#hasCalled ? { ...message, signature: this.#signature() } : message;
  }

  open(message: Message): string | undefined {
    if (!this.#hasCalled && !this.#hasChecked && !this.#isSignedByTheOther(message)) return undefined;
    return this.#key && open(this.#key, message);
  }

  #signature(): string {
    return sign(null, signed(this.name, this.#own, this.#theirs), pens[this.name].privateKey).toString('hex');
  }

  #isSignedByTheOther(message: Message): boolean {
    const other = this.name === 'bram' ? 'signe' : 'bram';
    const signature = Buffer.from(message.signature ?? '', 'hex');
    this.#hasChecked = verify(null, signed(other, this.#theirs, this.#own), pens[other].publicKey, signature);
    return this.#hasChecked;
  }
}

/** What is signed: who signs, and both halves as this one has seen them. */
const signed = (by: Name, own: string | undefined, theirs: string | undefined) => Buffer.from(`${by} ${own} ${theirs}`);
