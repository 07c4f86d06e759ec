import type { CustomerAnswer, CustomerBody } from '@hexpedition/contract';
import type { CountryCode, Customer, Paddle } from '@paddle/paddle-node-sdk';
import type { ReadUser } from '#features/accounts/accounts.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError, invalid } from '#platform/errors';
import { lockCustomer } from '../ledger/apply-event.ts';
import type { Ledger } from '../ledger/ledger.service.ts';
import { subscriptionSnapshot } from '../ledger/paddle-snapshots.ts';
import type { PaddleApi } from '../paddle/paddle-api.ts';
import { hasFailedWith } from '../paddle/paddle-error.ts';
import { findOwnCustomer, findOwnerOf, hasEntitlement, isUnclaimed } from './customers.read-model.ts';
import { type OwnCustomer, removeCustomer, storeCustomer } from './customers.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  api: PaddleApi;
  ledger: Ledger;
  readUser: ReadUser;
}

const DAY = 86_400_000;

/** Email address for receipts, with whether the account has confirmed it. */
interface ReceiptEmail {
  address: string;
  isConfirmed: boolean;
}

export function createCustomerService({ db, clock, api, ledger, readUser }: Deps) {
  /** Updates the customer's email address at Paddle. Returns undefined if Paddle does not know the customer. */
  async function syncCustomer(own: OwnCustomer, mail: ReceiptEmail | null): Promise<OwnCustomer | undefined> {
    try {
      const { email } = await api.read((paddle) => paddle.customers.get(own.customerId));
      if (mail && email.toLowerCase() !== mail.address.toLowerCase()) {
        await api.change((paddle) => paddle.customers.update(own.customerId, { email: mail.address }));
      }
      return own;
    } catch (error) {
      // Another customer has the new address. Receipts still go to the old one, and the learner can buy.
      if (mail?.isConfirmed && hasFailedWith(error, 'customer_already_exists')) return own;
      if (hasFailedWith(error, 'customer_already_exists')) throw addressTaken(false);
      // The customer belongs to another environment of Paddle, such as its sandbox. Keep it if it has an entitlement.
      if (hasFailedWith(error, 'not_found') && !(await hasEntitlement(db, own.customerId, clock.now())))
        return undefined;
      throw error;
    }
  }

  async function createCustomer(userPk: number, { address, isConfirmed }: ReceiptEmail): Promise<OwnCustomer> {
    try {
      const customData = { account: userPk };
      const { id } = await api.change((paddle) => paddle.customers.create({ email: address, customData }));
      return { customerId: id, addressId: null, country: null };
    } catch (error) {
      if (!hasFailedWith(error, 'customer_already_exists')) throw error;
      const found = await api.read((paddle) => paddle.customers.list({ search: address }).next());
      const existing = found.find(({ email }) => email.toLowerCase() === address.toLowerCase());
      if (!existing) throw error;
      // The person has bought without an account, or has deleted one. A confirmed address proves that they are the
      // same.
      if (!isConfirmed && !isOwnOrphan(existing, userPk)) throw addressTaken(isConfirmed);
      if ((await findOwnerOf(db, existing.id)) !== undefined) {
        if (!isConfirmed || !(await isReleasable(existing.id, address))) throw addressTaken(isConfirmed);
        // `isOwnOrphan` must not return it to the other account.
        await api.change((paddle) => paddle.customers.update(existing.id, { customData: { account: userPk } }));
      }
      return { customerId: existing.id, addressId: null, country: null };
    }
  }

  /** Returns whether another account created the customer, but has neither confirmed its address nor bought anything. */
  async function isReleasable(customerId: string, address: string): Promise<boolean> {
    if (!(await isUnclaimed(db, customerId, address))) return false;
    // The event of a purchase may still be on its way.
    const bought = await api.read((paddle) => paddle.subscriptions.list({ customerId: [customerId] }).next());
    return bought.length === 0;
  }

  /** Returns whether this account created the customer in the last day, but Paddle's answer was lost. */
  const isOwnOrphan = ({ customData, createdAt }: Customer, userPk: number): boolean =>
    (customData as { account?: unknown } | null)?.account === userPk &&
    clock.now().getTime() - Date.parse(createdAt) < DAY;

  async function storeAddress(own: OwnCustomer, { country, postal_code }: CustomerBody): Promise<OwnCustomer> {
    if (country === undefined) return own;
    const { customerId, addressId } = own;
    const address = { countryCode: country as CountryCode, postalCode: postal_code || null };
    const write = (paddle: Paddle, id: string | null) =>
      id ? paddle.addresses.update(customerId, id, address) : paddle.addresses.create(customerId, address);
    try {
      const stored = await api
        .change((paddle) => write(paddle, addressId))
        .catch((error: unknown) => {
          if (addressId && hasFailedWith(error, 'not_found')) return api.change((paddle) => write(paddle, null));
          throw error;
        });
      return { customerId, addressId: stored.id, country };
    } catch (error) {
      if (!hasFailedWith(error, 'address_location_not_allowed', 'invalid_field')) throw error;
      throw invalid({ country: 'Paddle cannot sell to this country and postal code. Check both.' });
    }
  }

  /** Links the account to its customer, and recomputes the entitlements if the customer is new to it. */
  async function linkCustomer(
    userPk: number,
    mail: ReceiptEmail | null,
    before: OwnCustomer | undefined,
    now: OwnCustomer,
  ): Promise<void> {
    const isNew = before?.customerId !== now.customerId;
    const customerIds = isNew && before ? [before.customerId, now.customerId].sort() : [now.customerId];
    await db.transaction().execute(async (tx) => {
      for (const id of customerIds) await lockCustomer(tx, id);
      const owner = await findOwnerOf(tx, now.customerId);
      if (owner !== undefined && owner !== userPk) {
        if (!mail?.isConfirmed || !(await isUnclaimed(tx, now.customerId, mail.address))) throw addressTaken(true);
        await removeCustomer(tx, now.customerId);
        const subject = `customer:${now.customerId}`;
        await audit(tx, { actor: userPk, action: 'customer.released', subject, data: { user: owner } });
      }
      await storeCustomer(tx, userPk, now);
      if (!isNew) return;
      await audit(tx, { actor: userPk, action: 'customer.linked', subject: `customer:${now.customerId}` });
      for (const id of customerIds) await ledger.recomputeCustomer(tx, id);
    });
  }

  /** Records subscriptions whose events have not arrived yet, so that the learner does not buy twice. */
  async function importSubscriptions({ customerId }: OwnCustomer): Promise<void> {
    const subscriptions = await api.read((paddle) => paddle.subscriptions.list({ customerId: [customerId] }).next());
    for (const subscription of subscriptions) await ledger.applySnapshot(subscriptionSnapshot(subscription));
  }

  return {
    /**
     * Creates the account's customer at Paddle, or updates it, and imports its subscriptions. The caller holds the
     * account mutex.
     * @throws AppError email_taken, invalid_request, payments_unavailable
     */
    async ensureCustomer(userPk: number, body: CustomerBody): Promise<CustomerAnswer> {
      const { email } = await readUser(db, userPk);
      const address = email ?? body.email ?? null;
      const mail = address === null ? null : { address, isConfirmed: email !== null };
      const before = await findOwnCustomer(db, userPk);
      const own =
        (before && (await syncCustomer(before, mail))) ?? (await createCustomer(userPk, mail ?? missingEmail()));
      const customer = await storeAddress(own, body);
      await linkCustomer(userPk, mail, before, customer);
      await importSubscriptions(customer);
      const { customerId: customer_id, addressId: address_id } = customer;
      return { customer_id, address_id, user: await readUser(db, userPk) };
    },
  };
}

const addressTaken = (isConfirmed: boolean) =>
  new AppError(
    'email_taken',
    isConfirmed
      ? 'Another account has bought with this email address. Log in to that account, or change the address of this one.'
      : 'Paddle already has a customer with this email address. If it is yours, confirm it in your account first. Otherwise enter another one.',
  );

const missingEmail = (): never => {
  throw invalid({ email: 'Enter an email address. Paddle sends your receipts there.' });
};
