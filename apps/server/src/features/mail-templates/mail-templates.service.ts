import type { Letter, MailPreview, Wording, WordingPart } from '@hexpedition/contract';
import { accountSamples } from '#features/accounts/accounts.public';
import {
  findCustomTemplate,
  findTemplateProblems,
  readCustomTemplate,
  renderMail,
  type SampleMail,
} from '#features/mail-templates/mail-templates.public';
import { paymentSamples } from '#features/payments/payments.public';
import { audit } from '#platform/audit';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import { AppError, invalid, notFound } from '#platform/errors';
import { listCustomTemplates } from './custom-templates.read-model.ts';
import { storeCustomTemplate } from './custom-templates.store.ts';
import { differing, type Group, presentMailTemplate } from './mail-templates.presenter.ts';

interface Deps {
  db: Db;
  clock: Clock;
  publicUrl: string;
}

interface Known {
  group: Group;
  sample: SampleMail;
}

const known: ReadonlyMap<string, Known> = new Map(
  [
    ...accountSamples.map((sample): Known => ({ group: 'account', sample })),
    ...paymentSamples.map((sample): Known => ({ group: 'payments', sample })),
  ].map((one) => [one.sample.letter.kind, one]),
);

/** @throws AppError not_found */
function letterOf(kind: string): Known {
  const found = known.get(kind);
  if (!found) throw notFound('letter');
  return found;
}

/** Every letter that the platform writes by itself, about an example, and what superusers change of what it says. */
export function createMailTemplates({ db, clock, publicUrl }: Deps) {
  const reader = { username: 'mara', publicUrl };

  async function list(): Promise<Letter[]> {
    const saved = new Map((await listCustomTemplates(db)).map((row) => [row.kind, row]));
    return [...known.values()].map(({ group, sample }) =>
      presentMailTemplate(sample, group, saved.get(sample.letter.kind), reader),
    );
  }

  async function readOne(kind: string): Promise<Letter> {
    const { group, sample } = letterOf(kind);
    const saved = (await listCustomTemplates(db)).find((row) => row.kind === kind);
    return presentMailTemplate(sample, group, saved, reader);
  }

  /** @throws AppError conflict where somebody was faster */
  async function store(actor: number, kind: string, wording: Wording, revision: number, action: string) {
    const { letter } = letterOf(kind).sample;
    await db.transaction().execute(async (tx) => {
      const before = readCustomTemplate(letter, (await findCustomTemplate(tx, kind))?.wording ?? {}).wording;
      const own = differing(wording, letter.wording);
      const ours = pick(letter.wording, own);
      const change = { kind, wording: own, ours, by: actor, at: clock.now() };
      if (!(await storeCustomTemplate(tx, change, revision))) {
        throw new AppError(
          'conflict',
          'Somebody else has changed this letter meanwhile. Look at both, then save again.',
        );
      }
      const data = { before: differing(before, wording), after: differing(wording, before) };
      await audit(tx, { actor, action, subject: `letter:${kind}`, data });
    });
    return readOne(kind);
  }

  return {
    list,

    /** @throws AppError not_found, conflict, invalid_request */
    async save(actor: number, kind: string, wording: Wording, revision: number): Promise<Letter> {
      refuseFaults(letterOf(kind).sample, wording);
      return store(actor, kind, wording, revision, 'letter.changed');
    },

    /** Back to our words. @throws AppError not_found, conflict */
    async restore(actor: number, kind: string, revision: number): Promise<Letter> {
      return store(actor, kind, letterOf(kind).sample.letter.wording, revision, 'letter.restored');
    },

    /** @throws AppError not_found, invalid_request */
    preview(kind: string, wording: Wording): MailPreview {
      const { sample } = letterOf(kind);
      refuseFaults(sample, wording);
      return renderMail(sample.compose(reader, wording));
    },

    /**
     * What is left out is as it was saved.
     * @returns what writes the mail to whoever tries it
     * @throws AppError not_found, invalid_request
     */
    async tryOut(kind: string, parts: Partial<Wording>): Promise<(username: string) => MailPreview> {
      const { sample } = letterOf(kind);
      const saved = readCustomTemplate(sample.letter, (await findCustomTemplate(db, kind))?.wording ?? {});
      const wording = { ...saved.wording, ...parts };
      refuseFaults(sample, wording);
      return (username) => renderMail(sample.compose({ username, publicUrl }, wording));
    },
  };
}

export type MailTemplates = ReturnType<typeof createMailTemplates>;

/** @throws AppError invalid_request */
function refuseFaults({ letter }: SampleMail, wording: Wording): void {
  const faults = findTemplateProblems(letter, wording);
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

const pick = (wording: Wording, parts: Partial<Wording>): Partial<Wording> =>
  Object.fromEntries((Object.keys(parts) as WordingPart[]).map((part) => [part, wording[part]]));
