import type { BuiltInService, ConsentConfig, DraftChange } from '@hexpedition/contract';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import { findConfigProblems } from './config-problems.ts';
import { normaliseConfig } from './consent-config.ts';
import { diffConfigs, equalConfigs } from './consent-config-diff.ts';
import { presentConfigState } from './privacy.presenter.ts';
import { type ActiveRow, type DraftRow, findActive, findDraft } from './privacy.read-model.ts';
import { deleteDraft, lockConfig, storeDraft, storeVersion } from './privacy.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  needed: readonly BuiltInService[];
}

interface ConfigState {
  active: ActiveRow;
  draft: DraftRow | undefined;
}

/** Changes the configuration of the consent manager for superusers. */
export function createPrivacyService({ db, clock, needed }: Deps) {
  const present = ({ active, draft }: ConfigState) => presentConfigState(active, draft, needed);

  const change = (update: (tx: Tx, state: ConfigState) => Promise<void>) =>
    db.transaction().execute(async (tx) => {
      await lockConfig(tx);
      await update(tx, await readConfigState(tx));
      return present(await readConfigState(tx));
    });

  return {
    read: async () => present(await readConfigState(db)),

    /** @throws AppError invalid_request, conflict */
    async saveDraft(actor: number, { config: given, revision, base }: DraftChange) {
      assertNoProblems(given, needed);
      const config = normaliseConfig(given);
      return change(async (tx, { active, draft }) => {
        if ((draft?.revision ?? 0) !== revision || (base ?? active.number) !== active.number) throw conflict();
        await storeDraft(tx, { config, base: active.number, by: actor, at: clock.now() });
        const data = diffConfigs(draft?.config ?? active.config, config);
        await audit(tx, { actor, action: 'privacy.drafted', subject: 'privacy:draft', data });
      });
    },

    /** @throws AppError not_found, conflict */
    discardDraft: (actor: number, revision: number) =>
      change(async (tx, { active, draft }) => {
        const { config } = requireDraft(draft, revision);
        await deleteDraft(tx);
        const data = diffConfigs(config, active.config);
        await audit(tx, { actor, action: 'privacy.discarded', subject: 'privacy:draft', data });
      }),

    /** @throws AppError not_found, conflict, already_done, invalid_request */
    publish: (actor: number, revision: number) =>
      change(async (tx, { active, draft }) => {
        const { config } = requireDraft(draft, revision);
        if (equalConfigs(config, active.config)) {
          throw new AppError('already_done', 'The draft equals the published configuration. Change it, or discard it.');
        }
        // An update of the platform can have added rules since the draft was saved.
        assertNoProblems(config, needed);
        const number = active.number + 1;
        await storeVersion(tx, { number, config, by: actor, at: clock.now() });
        await deleteDraft(tx);
        const data = diffConfigs(active.config, config);
        await audit(tx, { actor, action: 'privacy.published', subject: `privacy:${number}`, data });
      }),
  };
}

async function readConfigState(db: Db | Tx): Promise<ConfigState> {
  const active = await selectActive(db);
  return { active, draft: await findDraft(db) };
}

/** Returns the active configuration. There always is one, because startup creates it (`privacy.sync.ts`). */
export async function selectActive(db: Db | Tx): Promise<ActiveRow> {
  const active = await findActive(db);
  if (!active) throw new Error('No configuration of the consent manager is active.');
  return active;
}

/** @throws AppError invalid_request */
function assertNoProblems(config: ConsentConfig, needed: readonly BuiltInService[]): void {
  const problems = findConfigProblems(config, needed);
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

/** @throws AppError not_found, conflict */
function requireDraft(draft: DraftRow | undefined, revision: number): DraftRow {
  if (!draft) throw notFound('draft');
  if (draft.revision !== revision) throw conflict();
  return draft;
}

export type PrivacyService = ReturnType<typeof createPrivacyService>;

const conflict = () =>
  new AppError('conflict', 'Another superuser has saved or published a change. Compare both versions, then try again.');
