import type { CustomerAnswer, CustomerBody } from '@hexpedition/contract';
import type { CountryCode, Customer, Paddle } from '@paddle/paddle-node-sdk';
import type { ReadUser } from '#features/accounts/accounts.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError, invalid } from '#platform/errors';
import { lockCustomer } from '../ledger/apply-event.ts';
import type { Ledger } from '../ledger/ledger.service.ts';
import { subscriptionRead } from '../ledger/paddle-snapshots.ts';
import type { PaddleApi } from '../paddle/paddle-api.ts';
import { hasFailedWith } from '../paddle/paddle-error.ts';
import { findOwnCustomer, findOwnerOf, givesAnything } from './customers.read-model.ts';
import { type OwnCustomer, storeCustomer } from './customers.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  api: PaddleApi;
  ledger: Ledger;
  readUser: ReadUser;
}

const DAY = 86_400_000;

/** Where receipts go: an address that the account has confirmed, or one that nobody has. */
interface Mail {
  address: string;
  isConfirmed: boolean;
}

export function createCustomerService({ db, clock, api, ledger, readUser }: Deps) {
  /** The customer at Paddle with its address as the account has it now; undefined where Paddle does not know it. */
  async function bringUpToDate(own: OwnCustomer, mail: Mail | null): Promise<OwnCustomer | undefined> {
    try {
      const { email } = await api.read((paddle) => paddle.customers.get(own.customerId));
      if (mail && email.toLowerCase() !== mail.address.toLowerCase()) {
        await api.change((paddle) => paddle.customers.update(own.customerId, { email: mail.address }));
      }
      return own;
    } catch (error) {
      // Another customer has the new address: the receipts go to the old one on, which keeps nobody from buying.
      if (mail?.isConfirmed && hasFailedWith(error, 'customer_already_exists')) return own;
      if (hasFailedWith(error, 'customer_already_exists')) throw addressTaken(false);
      // Another environment of Paddle, such as after its sandbox. What somebody pays for is never let go of, though.
      if (hasFailedWith(error, 'not_found') && !(await givesAnything(db, own.customerId, clock.now())))
        return undefined;
      throw error;
    }
  }

  async function make(userPk: number, { address, isConfirmed }: Mail): Promise<OwnCustomer> {
    try {
      const customData = { account: userPk };
      const { id } = await api.change((paddle) => paddle.customers.create({ email: address, customData }));
      return { customerId: id, addressId: null, country: null };
    } catch (error) {
      if (!hasFailedWith(error, 'customer_already_exists')) throw error;
      const found = await api.read((paddle) => paddle.customers.list({ search: address }).next());
      const known = found.find(({ email }) => email.toLowerCase() === address.toLowerCase());
      if (!known) throw error;
      // They have bought before they had an account, or have deleted one. Whoever reads the mails of an address is them.
      if (!isConfirmed && !isLeftOver(known, userPk)) throw addressTaken(isConfirmed);
      if ((await findOwnerOf(db, known.id)) !== undefined) throw addressTaken(isConfirmed);
      return { customerId: known.id, addressId: null, country: null };
    }
  }

  /** Whether the account has made a customer lately and never heard of it, because Paddle's answer was lost. */
  const isLeftOver = ({ customData, createdAt }: Customer, userPk: number): boolean =>
    (customData as { account?: unknown } | null)?.account === userPk &&
    clock.now().getTime() - Date.parse(createdAt) < DAY;

  async function place(own: OwnCustomer, { country, postal_code }: CustomerBody): Promise<OwnCustomer> {
    if (country === undefined) return own;
    const { customerId, addressId } = own;
    const at = { countryCode: country as CountryCode, postalCode: postal_code || null };
    const write = (paddle: Paddle, id: string | null) =>
      id ? paddle.addresses.update(customerId, id, at) : paddle.addresses.create(customerId, at);
    try {
      const made = await api
        .change((paddle) => write(paddle, addressId))
        .catch((error: unknown) => {
          if (addressId && hasFailedWith(error, 'not_found')) return api.change((paddle) => write(paddle, null));
          throw error;
        });
      return { customerId, addressId: made.id, country };
    } catch (error) {
      if (!hasFailedWith(error, 'address_location_not_allowed', 'invalid_field')) throw error;
      throw invalid({ country: 'Paddle cannot sell to this country and postal code. Look at both again.' });
    }
  }

  async function know(userPk: number, before: OwnCustomer | undefined, now: OwnCustomer): Promise<void> {
    const isNew = before?.customerId !== now.customerId;
    const concerned = isNew && before ? [before.customerId, now.customerId].sort() : [now.customerId];
    await db.transaction().execute(async (tx) => {
      for (const id of concerned) await lockCustomer(tx, id);
      const owner = await findOwnerOf(tx, now.customerId);
      if (owner !== undefined && owner !== userPk) throw addressTaken(true);
      await storeCustomer(tx, userPk, now);
      if (!isNew) return;
      await audit(tx, { actor: userPk, action: 'customer.known', subject: `customer:${now.customerId}` });
      for (const id of concerned) await ledger.settleCustomer(tx, id);
    });
  }

  /** Takes in what the customer has bought and we have not heard of yet, so that nobody buys it a second time. */
  async function catchUp({ customerId }: OwnCustomer): Promise<void> {
    const bought = await api.read((paddle) => paddle.subscriptions.list({ customerId: [customerId] }).next());
    for (const subscription of bought) await ledger.take(subscriptionRead(subscription));
  }

  return {
    /**
     * Makes the account a customer of Paddle, or brings the customer up to date. In a turn of the account.
     * What was bought already is known afterwards.
     * @throws AppError email_taken, invalid_request, payments_unavailable
     */
    async become(userPk: number, body: CustomerBody): Promise<CustomerAnswer> {
      const { email } = await readUser(db, userPk);
      const given = email ?? body.email ?? null;
      const mail = given === null ? null : { address: given, isConfirmed: email !== null };
      const known = await findOwnCustomer(db, userPk);
      const own = (known && (await bringUpToDate(known, mail))) ?? (await make(userPk, mail ?? nowhere()));
      const placed = await place(own, body);
      await know(userPk, known, placed);
      await catchUp(placed);
      const { customerId: customer_id, addressId: address_id } = placed;
      return { customer_id, address_id, user: await readUser(db, userPk) };
    },
  };
}

const addressTaken = (isConfirmed: boolean) =>
  new AppError(
    'email_taken',
    isConfirmed
      ? 'Another account has bought with this address. Log in to that one, or change the address of this one.'
      : 'Paddle knows this address already. If it is yours, confirm it in your account first; otherwise give another one.',
  );

const nowhere = (): never => {
  throw invalid({ email: 'Give the address to which Paddle sends its receipts.' });
};
