import { type ConsentConfig, type ConsentSubmission, privacyManagerId } from '@hexpedition/contract';
import { withoutSecret } from '#features/pages/pages.public';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { invalid, notFound } from '#platform/errors';
import type { RateLimiter } from '#platform/http/rate-limit';
import { upForChoice } from './consent-config.ts';
import { findDraft, findVersionById } from './privacy.read-model.ts';
import { storeRecord } from './submissions.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
}

type Decision = ConsentSubmission['consent_data'];

// A whole lecture hall may decide from one address in the same minutes, and each visitor is shown the notice first.
const limit = { name: 'consent', hits: 300, seconds: 600 };

/** @throws AppError not_found */
export function expectManager(id: string): void {
  if (id !== privacyManagerId) throw notFound('privacy manager');
}

/** Keeps what visitors have decided, as a proof. Where from is counted against the limit, and not kept. */
export function createSubmissions({ db, clock, limiter }: Deps) {
  /** @throws AppError not_found, too_many_requests, invalid_request */
  return async function submit(manager: string, network: string, submission: ConsentSubmission): Promise<void> {
    expectManager(manager);
    await limiter.take(limit, network);
    const { location_data: where, user_data: client, consent_data: decision } = submission;
    const version = await findVersionById(db, decision.config);
    if (!version) {
      // Whoever tries a draft has decided nothing.
      if ((await findDraft(db))?.id === decision.config) return;
      throw invalid({ 'consent_data.config': 'There is no such configuration. Load the page again.' });
    }
    refuseWrong(decision, version.config);
    const { type, consents, changes = null } = decision;
    const names = type === 'show' ? [] : upForChoice(version.config, type).sort();
    const record = {
      at: clock.now(),
      type,
      version: version.number,
      consents: type === 'show' ? {} : consents,
      changes: type === 'save' ? changes : null,
      pathname: where.pathname === undefined ? null : withoutSecret(where.pathname),
      hostname: where.hostname,
      port: where.port,
      protocol: where.protocol,
      client_name: client.client_name,
      client_version: client.client_version,
    };
    await db.transaction().execute((tx) => storeRecord(tx, record, names));
  };
}

/** @throws AppError invalid_request */
function refuseWrong({ type, consents, changes = {} }: Decision, { services }: ConsentConfig): void {
  const field = (name: string) => `consent_data.consents.${name}`;
  const unknown = Object.keys(consents).find((name) => !services.some((service) => service.name === name));
  if (unknown) throw invalid({ [field(unknown)]: `The configuration has no service ${unknown}.` });
  if (type === 'show') return;
  for (const { name, required } of services) {
    if (!Object.hasOwn(consents, name)) throw invalid({ [field(name)]: `Say whether ${name} was accepted.` });
    if (required && !consents[name]) throw invalid({ [field(name)]: `Nobody can decline ${name}: it is required.` });
  }
  if (type !== 'save') return;
  const other = Object.keys(changes).find((name) => consents[name] !== changes[name]);
  if (other) {
    throw invalid({
      [`consent_data.changes.${other}`]: `The changes say something else of ${other} than the consents.`,
    });
  }
}
