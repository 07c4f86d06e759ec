import type {
  Announcement,
  AnnouncementAct,
  AnnouncementBody,
  EndpointInput,
  MailPreview,
} from '@hexpedition/contract';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import type { WriteAnnouncement } from './announcement-letter.ts';
import { findAnnouncement } from './announcements.read-model.ts';
import {
  deleteDraft,
  insertDraft,
  lockAnnouncement,
  requeueDoubtful,
  setState,
  settleDoubtful,
  updateDraft,
} from './announcements.store.ts';

type Row = NonNullable<Awaited<ReturnType<typeof lockAnnouncement>>>;
type SendBody = EndpointInput<'POST /api/admin/announcements/:pk/send'>['body'];
type SettleBody = EndpointInput<'POST /api/admin/announcements/:pk/settle'>['body'];
type Change = EndpointInput<'PUT /api/admin/announcements/:pk'>['body'];

interface Deps {
  db: Db;
  clock: Clock;
  write: WriteAnnouncement;
  /** Wakes a sender when the transaction is committed. */
  queue: (tx: Tx) => Promise<void>;
}

/** What superusers do with announcements. */
export function createAnnouncementService({ db, clock, write, queue }: Deps) {
  /** A change of one announcement, with its audit event. @param about what else the event should hold */
  const change = (
    actor: number,
    pk: number,
    action: string,
    work: (tx: Tx, before: Row) => Promise<void>,
    about: object = {},
  ) =>
    db.transaction().execute(async (tx) => {
      const before = await lockAnnouncement(tx, pk);
      if (!before) throw notFound('announcement');
      await work(tx, before);
      const after = await findAnnouncement(tx, pk);
      const data = { before: brief(before), after: after ? brief(after) : null, ...about };
      await audit(tx, { actor, action: `announcement.${action}`, subject: `announcement:${pk}`, data });
      return after;
    });
  const changed = async (...args: Parameters<typeof change>): Promise<Announcement> => {
    const after = await change(...args);
    if (!after) throw notFound('announcement');
    return after;
  };

  return {
    /** @throws AppError invalid_request where its text holds what a mail cannot */
    async draft(actor: number, body: AnnouncementBody): Promise<Announcement> {
      await write(body);
      return db.transaction().execute(async (tx) => {
        const pk = await insertDraft(tx, actor, body, clock.now());
        const made = await findAnnouncement(tx, pk);
        if (!made) throw notFound('announcement');
        const data = { before: null, after: brief(made) };
        await audit(tx, { actor, action: 'announcement.drafted', subject: `announcement:${pk}`, data });
        return made;
      });
    },

    /** @throws AppError not_found, conflict, invalid_request */
    async edit(actor: number, pk: number, body: Change): Promise<Announcement> {
      await write(body);
      return changed(actor, pk, 'changed', async (tx, before) => {
        mustBe(before, 'draft');
        mustBeCurrent(before, body.revision);
        await updateDraft(tx, pk, body, clock.now());
      });
    },

    /** @throws AppError not_found, conflict */
    async remove(actor: number, pk: number): Promise<void> {
      await change(actor, pk, 'deleted', async (tx, before) => {
        mustBe(before, 'draft');
        await deleteDraft(tx, pk);
      });
    },

    /** At once, or at a time. @throws AppError not_found, conflict, invalid_request */
    send(actor: number, pk: number, { revision, send_at }: SendBody): Promise<Announcement> {
      const now = clock.now();
      const at = send_at === null ? now : new Date(send_at);
      if (send_at !== null && at <= now) throw invalid({ send_at: 'Choose a time that is still to come.' });
      return changed(actor, pk, send_at === null ? 'sent' : 'scheduled', async (tx, before) => {
        mustBe(before, 'draft');
        mustBeCurrent(before, revision);
        await setState(tx, pk, 'scheduled', { send_at: at });
        if (send_at === null) await queue(tx);
      });
    },

    /** @throws AppError not_found, conflict */
    act(actor: number, pk: number, act: AnnouncementAct['act']): Promise<Announcement> {
      return changed(actor, pk, acts[act].action, async (tx, before) => {
        mustBe(before, ...acts[act].from);
        if (act === 'retry' && (await requeueDoubtful(tx, pk)) === 0) {
          throw new AppError('conflict', 'No mail of this announcement is in doubt.');
        }
        const { to } = acts[act];
        // What is stopped stays so until a retry; its end is the moment of the stop.
        await setState(tx, pk, to, to === 'stopped' ? { ended_at: clock.now() } : { ended_at: null });
        if (to === 'sending') await queue(tx);
      });
    },

    /** By what the mail server's log says of a mail in doubt. @throws AppError not_found, conflict */
    settle(actor: number, pk: number, { user, arrived }: SettleBody): Promise<Announcement> {
      const work = async (tx: Tx, before: Row) => {
        // Of a stopped one nothing is sent again.
        if (!arrived) mustBe(before, ...acts.retry.from);
        if (!(await settleDoubtful(tx, pk, user, arrived))) {
          throw new AppError('conflict', 'This mail is not in doubt any more. Load the page again.');
        }
        if (!arrived && before.state !== 'paused') {
          await setState(tx, pk, 'sending', { ended_at: null });
          await queue(tx);
        }
      };
      return changed(actor, pk, arrived ? 'settled' : 'retried', work, { user, arrived });
    },

    /** The mail as somebody would get it. @throws AppError invalid_request */
    async preview(words: { subject: string; body: string }): Promise<MailPreview> {
      const { subject, html, text } = (await write(words)).to(0, { user: 0, username: 'mara', address: '' });
      return { subject, html, text };
    },
  };
}

const acts = {
  pause: { from: ['sending'], to: 'paused', action: 'paused' },
  resume: { from: ['paused'], to: 'sending', action: 'resumed' },
  stop: { from: ['scheduled', 'sending', 'paused'], to: 'stopped', action: 'stopped' },
  recall: { from: ['scheduled'], to: 'draft', action: 'recalled' },
  retry: { from: ['sending', 'paused', 'done'], to: 'sending', action: 'retried' },
} as const satisfies Record<AnnouncementAct['act'], { from: Row['state'][]; to: Row['state']; action: string }>;

/** What the audit event keeps: the text is in its table as long as the announcement is. */
const brief = ({ subject, segment, per_minute, state, revision }: Row | Announcement) => ({
  subject,
  segment,
  per_minute,
  state,
  revision,
});

function mustBe({ state }: Row, ...states: Row['state'][]): void {
  if (states.includes(state)) return;
  throw new AppError('conflict', `This announcement is ${stateNames[state]} by now. Load the page again.`);
}

const stateNames: Record<Row['state'], string> = {
  draft: 'a draft',
  scheduled: 'scheduled',
  sending: 'being sent',
  paused: 'paused',
  stopped: 'stopped',
  done: 'done',
};

function mustBeCurrent({ revision }: Row, expected: number): void {
  if (revision === expected) return;
  throw new AppError('conflict', 'Somebody else has changed this draft meanwhile. Load the page again.');
}
