import { randomInt } from 'node:crypto';
import { Processor } from './processor.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Ticks for waking up, and for each letter that is compared. */
const WAKING = 1200;
const LETTER = 90;

export interface Answer {
  isOpen: boolean;
  ticks: number;
}

export class Lock {
  readonly model: string;
  readonly length: number;
  readonly #restlessness: number;
  readonly #code: string;

  /** @param restlessness spread of its ticks */
  constructor(model: string, length: number, restlessness: number) {
    this.model = model;
    this.length = length;
    this.#restlessness = restlessness;
    this.#code = Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  }

  try(typed: string): Answer {
    const processor = new Processor();
    processor.spend(WAKING);
    const isOpen = this.#compare(typed, processor);
    return { isOpen, ticks: processor.reading(this.#restlessness) };
  }

  #compare(typed: string, processor: Processor): boolean {
    if (typed.length !== this.length) return false;
    for (let n = 0; n < this.length; n++) {
      processor.spend(LETTER);
      // The hole: the time until it stops shows how many letters are right
      if (typed[n] !== this.#code[n]) return false;
    }
    return true;
  }
}
