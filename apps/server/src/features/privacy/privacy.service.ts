import type { ConsentConfig, DraftChange, OwnService } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import { differing, isSameConfig } from './config-changes.ts';
import { faultsOf } from './config-faults.ts';
import { normaliseConfig } from './consent-config.ts';
import { presentDesk } from './privacy.presenter.ts';
import { type ActiveRow, type DraftRow, findActive, findDraft } from './privacy.read-model.ts';
import { dropDraft, lockConfig, storeDraft, storeVersion } from './privacy.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  needed: readonly OwnService[];
}

interface Desk {
  active: ActiveRow;
  draft: DraftRow | undefined;
}

/** What superusers do to the configuration of the consent manager. */
export function createPrivacyService({ db, clock, needed }: Deps) {
  const present = ({ active, draft }: Desk) => presentDesk(active, draft, needed);

  const change = (act: (tx: Tx, desk: Desk) => Promise<void>) =>
    db.transaction().execute(async (tx) => {
      await lockConfig(tx);
      await act(tx, await readDesk(tx));
      return present(await readDesk(tx));
    });

  return {
    read: async () => present(await readDesk(db)),

    /** @throws AppError invalid_request, conflict */
    async saveDraft(actor: number, { config: given, revision, base }: DraftChange) {
      refuseFaults(given, needed);
      const config = normaliseConfig(given);
      return change(async (tx, { active, draft }) => {
        if ((draft?.revision ?? 0) !== revision || (base ?? active.number) !== active.number) throw conflict();
        await storeDraft(tx, { config, base: active.number, by: actor, at: clock.now() });
        const data = differing(draft?.config ?? active.config, config);
        await audit(tx, { actor, action: 'privacy.drafted', subject: 'privacy:draft', data });
      });
    },

    /** @throws AppError not_found, conflict */
    discardDraft: (actor: number, revision: number) =>
      change(async (tx, { active, draft }) => {
        const { config } = expectDraft(draft, revision);
        await dropDraft(tx);
        const data = differing(config, active.config);
        await audit(tx, { actor, action: 'privacy.discarded', subject: 'privacy:draft', data });
      }),

    /** @throws AppError not_found, conflict, already_done, invalid_request */
    publish: (actor: number, revision: number) =>
      change(async (tx, { active, draft }) => {
        const { config } = expectDraft(draft, revision);
        if (isSameConfig(config, active.config)) {
          throw new AppError('already_done', 'The draft says what is published already: change it, or throw it away.');
        }
        // An update of the platform may ask more of a configuration than it did when the draft was saved.
        refuseFaults(config, needed);
        const number = active.number + 1;
        await storeVersion(tx, { number, config, by: actor, at: clock.now() });
        await dropDraft(tx);
        const data = differing(active.config, config);
        await audit(tx, { actor, action: 'privacy.published', subject: `privacy:${number}`, data });
      }),
  };
}

async function readDesk(db: Db | Tx): Promise<Desk> {
  const active = await selectActive(db);
  return { active, draft: await findDraft(db) };
}

/** The platform makes one before it serves (`privacy.sync.ts`), and there is always one from then on. */
export async function selectActive(db: Db | Tx): Promise<ActiveRow> {
  const active = await findActive(db);
  if (!active) throw new Error('No configuration of the consent manager is active.');
  return active;
}

/** @throws AppError invalid_request */
function refuseFaults(config: ConsentConfig, needed: readonly OwnService[]): void {
  const faults = faultsOf(config, needed);
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

/** @throws AppError not_found, conflict */
function expectDraft(draft: DraftRow | undefined, revision: number): DraftRow {
  if (!draft) throw notFound('draft');
  if (draft.revision !== revision) throw conflict();
  return draft;
}

export type PrivacyService = ReturnType<typeof createPrivacyService>;

const conflict = () =>
  new AppError('conflict', 'Somebody else has saved or published something meanwhile. Look at both, then do it again.');
