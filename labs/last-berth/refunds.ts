import { BankRefuses, payBack } from './bank.ts';
import { type Account, type Booking, enter } from './ledger.ts';

export type Refund = { paid: true; slip: string } | { paid: false; reason: string };

/**
 * Refunds the deposit of a booking to the visitor who booked it. If the bank refuses, the booking stays as it was, and
 * the visitor may try again.
 */
export async function refund(account: Account, booking: Booking): Promise<Refund> {
  if (booking.state !== 'booked') return { paid: false, reason: 'This deposit has been paid back already.' };
  try {
    const slip = await payBack(booking.deposit, booking.paidWith);
    enter(account, `${booking.name}, deposit back, ${slip}`, booking.deposit);
    booking.state = 'refunded';
    return { paid: true, slip };
  } catch (error) {
    if (error instanceof BankRefuses) return { paid: false, reason: error.message };
    throw error;
  }
}
