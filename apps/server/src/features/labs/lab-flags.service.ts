import type { FlagVerdict } from '@hexpedition/contract';
import { awardFlag, cleanFlag, hashFlag, nearMiss } from '#features/flags/flags.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { notFound } from '#platform/errors';
import type { Viewer } from '#platform/http/viewer';
import { rules } from './instances.policy.ts';
import { findLab } from './labs.read-model.ts';

export type LabFlagService = ReturnType<typeof createLabFlagService>;

export function createLabFlagService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /**
     * Takes a flag of the learner's own instance, up to a day after it has gone. Another learner's flag is answered
     * like any wrong one, and recorded.
     * @throws AppError not_found
     */
    async submit(viewer: Viewer, slug: string, text: string): Promise<FlagVerdict> {
      const lab = await findLab(db, slug);
      if (!lab) throw notFound('lab');
      const answer = cleanFlag(text);
      const found = await findIssuedFlag(answer);
      if (!found) return wrong(nearMiss(answer));
      if (found.user_pk !== viewer.pk) {
        await recordIncident(viewer, found);
        return wrong(nearMiss(answer));
      }
      if (found.lab_pk !== lab.pk) return wrong('That is a flag, but of another lab.');
      if (found.ended_at && clock.now().getTime() - found.ended_at.getTime() > rules.flagGrace) {
        return wrong('That flag is from an instance that ended more than a day ago. Find the one of a new instance.');
      }
      return award(viewer, slug, found);
    },
  };

  /** Flags hold 130 random bits: finding one by its hash is finding out whose it is. */
  function findIssuedFlag(answer: string) {
    return db
      .selectFrom('instance_flags')
      .innerJoin('instances', 'instances.pk', 'instance_flags.instance_pk')
      .innerJoin('flags', 'flags.pk', 'instance_flags.flag_pk')
      .select([
        'instances.user_pk',
        'instances.lab_pk',
        'instances.ended_at',
        'flags.pk as flag_pk',
        'flags.id',
        'flags.name',
        'flags.points',
      ])
      .where('instance_flags.hash', '=', hashFlag(answer))
      .where('flags.hidden', '=', false)
      .executeTakeFirst();
  }

  type Issued = NonNullable<Awaited<ReturnType<typeof findIssuedFlag>>>;

  async function award(viewer: Viewer, slug: string, flag: Issued): Promise<FlagVerdict> {
    const result = await db.transaction().execute(async (tx) => {
      const given = await awardFlag(tx, {
        userPk: viewer.pk,
        flagPk: flag.flag_pk,
        points: flag.points,
        now: clock.now(),
      });
      if (given.isNew) {
        await audit(tx, { actor: viewer.pk, action: 'flag.solved', subject: `lab:${slug}`, data: { id: flag.id } });
      }
      return given;
    });
    return {
      result: result.isNew ? 'right' : 'solved',
      points: result.points,
      flag: { id: flag.id, name: flag.name },
      hint: null,
    };
  }

  async function recordIncident(viewer: Viewer, flag: Issued): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('flag_incidents')
        .values({ user_pk: viewer.pk, owner_pk: flag.user_pk, flag_pk: flag.flag_pk, at: clock.now() })
        .execute();
      await audit(tx, {
        actor: viewer.pk,
        action: 'flag.foreign',
        subject: `flag:${flag.flag_pk}`,
        data: { owner: flag.user_pk },
      });
    });
  }
}

function wrong(hint: string | null): FlagVerdict {
  return { result: 'wrong', points: 0, flag: null, hint };
}
