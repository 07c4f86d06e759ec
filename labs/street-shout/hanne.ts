import { readFlag } from '@hexpedition/lab-runtime/kit';
import { STREET } from './frames.ts';
import { Host } from './host.ts';
import { lineOf, newOrder, type Order, POST_OFFICE } from './post.ts';

/** Turns that she waits for an answer, is cross, and rests after a parcel. */
const MAX_WAIT_TURNS = 5;
const CROSS = 2;
const PAUSE_TURNS = 3;
export const HOUSE = 23;

/** Hanne Brandt, who orders the same parcel again and again, and checks her receipts. */
export class Hanne extends Host {
  private state: 'writes' | 'waits' | 'rests' = 'writes';
  private left = 0;
  private order: Order = { number: 0, parcel: '', word: '' };

  /**
   * Does her action of a turn.
   * @param call shows a text to the visitor
   */
  live(call: (text: string) => void): void {
    const letters = this.mail;
    this.mail = [];
    this.left--;
    const answer = letters.find(({ from }) => from === POST_OFFICE);
    if (this.state === 'waits' && answer) this.check(answer.text, call);
    else if (this.left >= 0) return;
    else if (this.state === 'rests') this.state = 'writes';
    else if (this.state === 'writes') this.write();
    else this.shout('“No receipt! Is the post asleep, or is the cable broken?”', call);
  }

  private write(): void {
    this.order = newOrder();
    const { number, parcel } = this.order;
    const text = `Order: ${number}\nParcel: ${parcel}\nDeliver to: house ${HOUSE}\nSo that you know it is really me: ${readFlag('letter')}\nHanne Brandt, alto`;
    this.wait('waits', MAX_WAIT_TURNS);
    this.send({ from: this.address, to: POST_OFFICE, text });
  }

  private check(text: string, call: (text: string) => void): void {
    const { number, parcel, word } = this.order;
    const right =
      Number(lineOf(text, 'Receipt for order')) === number &&
      lineOf(text, 'Parcel') === parcel &&
      lineOf(text, 'Deliver to').toLowerCase() === `house ${HOUSE}`;
    if (right) {
      this.wait('rests', PAUSE_TURNS);
      this.send({ from: this.address, to: POST_OFFICE, text: `Confirm: order ${number}\nWord: ${word}` });
    } else this.shout('“That is not what I wrote!”', call);
  }

  /** She resolves the gateway again, and announces her own address to her neighbours. */
  private shout(text: string, call: (text: string) => void): void {
    call(`Hanne leans out of her window. ${text} She asks the street for the gateway again, and starts over.`);
    this.wait('writes', CROSS);
    this.forget(`${STREET}1`);
    this.ask(`${STREET}1`);
  }

  private wait(state: 'writes' | 'waits' | 'rests', turns: number): void {
    this.state = state;
    this.left = turns;
  }
}
