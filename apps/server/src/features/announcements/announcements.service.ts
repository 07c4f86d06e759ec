import type {
  Announcement,
  AnnouncementAction,
  AnnouncementBody,
  EndpointInput,
  MailPreview,
} from '@hexpedition/contract';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db, Tx } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import type { RenderAnnouncement } from './announcement-mail.ts';
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
  renderAnnouncement: RenderAnnouncement;
  /** Wakes a sender when the transaction commits. */
  queue: (tx: Tx) => Promise<void>;
}

/** Creates the service with which superusers write, schedule and control announcements. */
export function createAnnouncementService({ db, clock, renderAnnouncement, queue }: Deps) {
  /** Changes one announcement and records an audit event. @param about additional data for the event */
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
    /** @throws AppError invalid_request when the text contains elements that a mail cannot have */
    async draft(actor: number, body: AnnouncementBody): Promise<Announcement> {
      await renderAnnouncement(body);
      return db.transaction().execute(async (tx) => {
        const pk = await insertDraft(tx, actor, body, clock.now());
        const created = await findAnnouncement(tx, pk);
        if (!created) throw notFound('announcement');
        const data = { before: null, after: brief(created) };
        await audit(tx, { actor, action: 'announcement.drafted', subject: `announcement:${pk}`, data });
        return created;
      });
    },

    /** @throws AppError not_found, conflict, invalid_request */
    async edit(actor: number, pk: number, body: Change): Promise<Announcement> {
      await renderAnnouncement(body);
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

    /** Sends now, or schedules for `send_at`. @throws AppError not_found, conflict, invalid_request */
    send(actor: number, pk: number, { revision, send_at }: SendBody): Promise<Announcement> {
      const now = clock.now();
      const at = send_at === null ? now : new Date(send_at);
      if (send_at !== null && at <= now) throw invalid({ send_at: 'Choose a time in the future.' });
      return changed(actor, pk, send_at === null ? 'sent' : 'scheduled', async (tx, before) => {
        mustBe(before, 'draft');
        mustBeCurrent(before, revision);
        await setState(tx, pk, 'scheduled', { send_at: at });
        if (send_at === null) await queue(tx);
      });
    },

    /** @throws AppError not_found, conflict */
    act(actor: number, pk: number, act: AnnouncementAction['act']): Promise<Announcement> {
      return changed(actor, pk, transitions[act].action, async (tx, before) => {
        mustBe(before, ...transitions[act].from);
        if (act === 'retry' && (await requeueDoubtful(tx, pk)) === 0) {
          throw new AppError('conflict', 'This announcement has no mail whose delivery is unknown.');
        }
        const { to } = transitions[act];
        // A stopped announcement ends at the time of the stop.
        await setState(tx, pk, to, to === 'stopped' ? { ended_at: clock.now() } : { ended_at: null });
        if (to === 'sending') await queue(tx);
      });
    },

    /** Records the result of an unknown delivery, as the operator read it in the mail server's log. @throws AppError not_found, conflict */
    settle(actor: number, pk: number, { user, arrived }: SettleBody): Promise<Announcement> {
      const work = async (tx: Tx, before: Row) => {
        // A stopped announcement sends no mail again.
        if (!arrived) mustBe(before, ...transitions.retry.from);
        if (!(await settleDoubtful(tx, pk, user, arrived))) {
          throw new AppError('conflict', 'The delivery of this mail is no longer unknown. Reload the page.');
        }
        if (!arrived && before.state !== 'paused') {
          await setState(tx, pk, 'sending', { ended_at: null });
          await queue(tx);
        }
      };
      return changed(actor, pk, arrived ? 'settled' : 'retried', work, { user, arrived });
    },

    /** Renders the mail for an example recipient. @throws AppError invalid_request */
    async preview(content: { subject: string; body: string }): Promise<MailPreview> {
      const recipient = { user: 0, username: 'mara', address: '' };
      const { subject, html, text } = (await renderAnnouncement(content)).mailTo(0, recipient);
      return { subject, html, text };
    },
  };
}

/** Allowed state changes by action. */
const transitions = {
  pause: { from: ['sending'], to: 'paused', action: 'paused' },
  resume: { from: ['paused'], to: 'sending', action: 'resumed' },
  stop: { from: ['scheduled', 'sending', 'paused'], to: 'stopped', action: 'stopped' },
  recall: { from: ['scheduled'], to: 'draft', action: 'recalled' },
  retry: { from: ['sending', 'paused', 'done'], to: 'sending', action: 'retried' },
} as const satisfies Record<AnnouncementAction['act'], { from: Row['state'][]; to: Row['state']; action: string }>;

/** Data for the audit event. It omits the text, which stays in the announcement's own row. */
const brief = ({ subject, segment, per_minute, state, revision }: Row | Announcement) => ({
  subject,
  segment,
  per_minute,
  state,
  revision,
});

function mustBe({ state }: Row, ...states: Row['state'][]): void {
  if (states.includes(state)) return;
  throw new AppError('conflict', `This announcement is now ${stateNames[state]}. Reload the page.`);
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
  throw new AppError('conflict', 'Another superuser has changed this draft. Reload the page.');
}
