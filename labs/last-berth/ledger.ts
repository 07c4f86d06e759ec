/** A berth that a visitor has paid for. */
export interface Booking {
  id: number;
  /** Id of the berth. */
  berth: string;
  name: string;
  /** The price that was paid. */
  deposit: number;
  /** The currency of the payment: `crowns`, or another one that the terminal accepted. */
  paidWith: string;
  state: 'booked' | 'refunded';
}

/** A line of a visitor's statement. */
interface Entry {
  text: string;
  /** Crowns; negative for an expense. */
  amount: number;
}

/** A visitor's account. */
export interface Account {
  /** Crowns. */
  purse: number;
  bookings: Booking[];
  statement: Entry[];
  /** Whether the director's gift has been taken. */
  hasGift: boolean;
}

/** Maximum lines of a statement. */
const MAX_LINES = 80;

export const newAccount = (): Account => ({
  purse: 40,
  bookings: [{ id: 1, berth: 'locker', name: 'Locker for a tuba', deposit: 3, paidWith: 'herring', state: 'booked' }],
  statement: [{ text: 'Brought along', amount: 40 }],
  hasGift: false,
});

/** Moves money into or out of an account, and adds a line to the statement. */
export function enter(account: Account, text: string, amount: number): void {
  account.purse += amount;
  account.statement.push({ text, amount });
  if (account.statement.length > MAX_LINES) account.statement.shift();
}
