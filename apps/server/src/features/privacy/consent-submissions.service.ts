import { type ConsentConfig, type ConsentSubmission, privacyManagerId } from '@hexpedition/contract';
import { withoutSecret } from '#features/pages/pages.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { invalid, notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import { decidableServices } from './consent-config.ts';
import { storeReceipt } from './consent-submissions.store.ts';
import { findDraft, findVersionById } from './privacy.read-model.ts';

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
}

type Decision = ConsentSubmission['consent_data'];

// A full lecture hall can submit from one IP address within minutes, and each visitor also submits that the notice was
// shown.
const limit = { name: 'consent', hits: 300, seconds: 600 };

/** @throws AppError not_found */
export function assertManager(id: string): void {
  if (id !== privacyManagerId) throw notFound('privacy manager');
}

/**
 * Stores the decisions of visitors as consent receipts. The network counts against the rate limit and is not stored.
 */
export function createSubmit({ db, clock, limiter }: Deps) {
  /** @throws AppError not_found, too_many_requests, invalid_request */
  return async function submit(manager: string, network: string, submission: ConsentSubmission): Promise<void> {
    assertManager(manager);
    await limiter.take(limit, network);
    const { location_data: location, user_data: client, consent_data: decision } = submission;
    const version = await findVersionById(db, decision.config);
    if (!version) {
      // A superuser who tests the draft has decided nothing.
      if ((await findDraft(db))?.id === decision.config) return;
      throw invalid({ 'consent_data.config': 'This configuration does not exist. Reload the page.' });
    }
    assertConsistent(decision, version.config);
    const { type, consents, changes = null } = decision;
    const names = type === 'show' ? [] : decidableServices(version.config, type).sort();
    const record = {
      at: clock.now(),
      type,
      version: version.number,
      consents: type === 'show' ? {} : consents,
      changes: type === 'save' ? changes : null,
      pathname: location.pathname === undefined ? null : withoutSecret(location.pathname),
      hostname: location.hostname,
      port: location.port,
      protocol: location.protocol,
      client_name: client.client_name,
      client_version: client.client_version,
    };
    await db.transaction().execute((tx) => storeReceipt(tx, record, names));
  };
}

/** @throws AppError invalid_request */
function assertConsistent({ type, consents, changes = {} }: Decision, { services }: ConsentConfig): void {
  const field = (name: string) => `consent_data.consents.${name}`;
  const unknown = Object.keys(consents).find((name) => !services.some((service) => service.name === name));
  if (unknown) throw invalid({ [field(unknown)]: `The configuration has no service ${unknown}.` });
  if (type === 'show') return;
  for (const { name, required } of services) {
    if (!Object.hasOwn(consents, name)) throw invalid({ [field(name)]: `State whether ${name} was accepted.` });
    if (required && !consents[name]) throw invalid({ [field(name)]: `${name} is required and cannot be declined.` });
  }
  if (type !== 'save') return;
  const other = Object.keys(changes).find((name) => consents[name] !== changes[name]);
  if (other) {
    throw invalid({
      [`consent_data.changes.${other}`]: `The changes contradict the consents for ${other}.`,
    });
  }
}
