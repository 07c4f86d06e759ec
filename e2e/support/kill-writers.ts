import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { SignedIn } from '@hexpedition/contract';
import { uploadPartBytes } from '@hexpedition/contract/upload-rules';
import { textFile } from '@hexpedition/curriculum/bundles/bundle-files';
import { zipBytes } from '@hexpedition/curriculum/bundles/write-zip';
import { lesson } from '@hexpedition/curriculum/testing/curriculum-files';
import type pg from 'pg';
import { signUp } from './learner.ts';

/** Writes to a server that is killed, and remembers which of them the server has acknowledged. */
export interface Writer {
  name: string;
  /** Writes once. Throws if the server did not acknowledge it. */
  write(): Promise<void>;
  /** Returns what is lost or half-done. Call it after a restart, while nothing is written. */
  findDamage(client: pg.Client): Promise<string[]>;
  /** Number of acknowledged writes. */
  acknowledged: number;
}

export interface Target {
  url: string;
  /** A superuser. */
  author: SignedIn;
  /** Secret of a voucher with many seats. */
  voucher: string;
  /** The right option of the quiz. */
  option: string;
}

/** The server answered, but not with 200. */
class Refusal extends Error {}

async function send<T>(
  target: Target,
  who: SignedIn,
  method: string,
  path: string,
  body?: object | Buffer,
): Promise<T> {
  const isBytes = Buffer.isBuffer(body);
  const response = await fetch(target.url + path, {
    method,
    headers: {
      authorization: `Bearer ${who.token.access}`,
      ...(body ? { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' } : {}),
    },
    ...(body ? { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) } : {}),
    // The connection of a killed server must not be used again.
    keepalive: false,
  });
  const text = await response.text();
  if (!response.ok) throw new Refusal(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}

/** True for an answer that a writer may get although it did nothing wrong. */
export const isExpected = (error: unknown): boolean =>
  !(error instanceof Refusal) || /: (?:429|502|503) /.test(error.message);

const query = async <T extends object>(client: pg.Client, text: string, values: unknown[] = []): Promise<T[]> =>
  (await client.query<T>(text, values)).rows;

/** A write of a learner, and the query that finds it. `$1` is the learner's pk. */
interface Step {
  name: string;
  write(who: SignedIn): Promise<unknown>;
  find: string;
}

interface LearnerJournal {
  username: string;
  pk?: number;
  done: string[];
  /** The write that was sent last, if it was not acknowledged. */
  open?: string;
}

/** Learners who sign up, and then use everything that a lesson offers. Each write is a new learner. */
export function createLearners(target: Target): Writer {
  const path = '/api/subchapter/everything';
  const steps: Step[] = [
    {
      name: 'completion',
      write: (who) => send(target, who, 'POST', '/api/progress/kinds', { subchapter: 'everything', completed: true }),
      find: 'select from completions where user_pk = $1',
    },
    {
      name: 'quiz',
      write: (who) => send(target, who, 'POST', `${path}/quiz/one`, { answer: [target.option] }),
      find: 'select from quiz_answers where user_pk = $1',
    },
    {
      name: 'flag',
      write: (who) =>
        send(target, who, 'POST', '/api/progress/kinds/flags', {
          ...{ subchapter: 'everything', id: 'page', flag: 'flag{everything}' },
        }),
      find: 'select from solves where user_pk = $1',
    },
    {
      name: 'drill',
      write: (who) => send(target, who, 'POST', `${path}/drill/rows/solution`, { round: 1 }),
      find: 'select from drill_rounds where user_pk = $1',
    },
    {
      name: 'note',
      write: (who) => send(target, who, 'POST', `${path}/notes`, { what_i_learned: 'All of it.' }),
      find: "select from notes where user_pk = $1 and what_i_learned = 'All of it.'",
    },
    {
      name: 'redemption',
      write: (who) => send(target, who, 'PUT', '/api/account/voucher/redeem', { secret: target.voucher }),
      find: 'select from voucher_seats where user_pk = $1',
    },
  ];
  const journals: LearnerJournal[] = [];
  /** Learners before this index were checked in an earlier round and no longer write. */
  let checked = 0;
  return {
    name: 'learners',
    acknowledged: 0,
    async write() {
      const journal: LearnerJournal = { username: `k${randomBytes(6).toString('hex')}`, done: [], open: 'sign-up' };
      journals.push(journal);
      const who = await signUp(target, { username: journal.username });
      journal.pk = who.user.pk;
      this.acknowledged += 1;
      delete journal.open;
      for (const { name, write } of steps) {
        journal.open = name;
        await write(who);
        delete journal.open;
        journal.done.push(name);
        this.acknowledged += 1;
      }
    },
    async findDamage(client) {
      const damage: string[] = [];
      for (const { username, pk: known, done, open } of journals.slice(checked)) {
        const [row] = await query<{ pk: number }>(client, 'select pk from users where username = $1', [username]);
        if (!row && known !== undefined) damage.push(`The account of ${username} is lost.`);
        if (!row) continue;
        for (const { name, find } of steps) {
          const isStored = (await query(client, find, [row.pk])).length > 0;
          if (done.includes(name) && !isStored) damage.push(`The ${name} of ${username} is lost.`);
          if (!done.includes(name) && name !== open && isStored) damage.push(`${username} has a ${name} too many.`);
        }
      }
      checked = journals.length;
      const halves: Record<string, string> = {
        'points of an account that differ from its solves': `
          select from user_totals
          where points <> coalesce((select sum(points) from solves where solves.user_pk = user_totals.user_pk), 0)`,
        'points on a board that differ from the solves': `
          select from (select user_pk, sum(points) as points, count(*) as flags from solves group by user_pk) as own
          where not exists (
            select from board_scores
            where board_scores.user_pk = own.user_pk and board_scores.points = own.points and board_scores.flags = own.flags
          )`,
        'completions without enrolment': `
          select from completions join subchapters on subchapters.pk = subchapter_pk
            join chapters on chapters.pk = chapter_pk
          where not exists (
            select from enrolments
            where enrolments.user_pk = completions.user_pk and enrolments.training_pk = chapters.training_pk
          )`,
        'seats of vouchers without a tier': `
          select from voucher_seats
          where released_at is null and not exists (select from entitlements where voucher_seat_pk = voucher_seats.pk)`,
        'notes without their card': `
          select from notes where not exists (
            select from note_cards where note_cards.user_pk = notes.user_pk and note_cards.subchapter_pk = notes.subchapter_pk
          )`,
      };
      for (const [what, text] of Object.entries(halves)) {
        const { length } = await query(client, text);
        if (length > 0) damage.push(`There are ${length} ${what}.`);
      }
      return damage;
    },
  };
}

/** Uploads of downloads, some of them in two parts. */
export function createUploads(target: Target): Writer {
  let stored: { path: string; src: string; hash: string }[] = [];
  let open: string | undefined;
  let n = 0;
  return {
    name: 'uploads',
    acknowledged: 0,
    async write() {
      n += 1;
      const bytes = randomBytes(n % 4 === 0 ? uploadPartBytes + 100_000 : 200_000);
      const name = `upload-${n}.bin`;
      const parts = Math.ceil(bytes.length / uploadPartBytes);
      const upload = randomUUID();
      open = name;
      for (let part = 1; part <= parts; part++) {
        const search = new URLSearchParams({
          ...{ training: 'kinds', folder: 'files', name, upload, part: String(part), parts: String(parts) },
        });
        const piece = bytes.subarray((part - 1) * uploadPartBytes, part * uploadPartBytes);
        type Answer = { file: { path: string; src: string } | null };
        const { file } = await send<Answer>(target, target.author, 'POST', `/api/system/file_upload?${search}`, piece);
        if (file) stored.push({ ...file, hash: createHash('sha256').update(bytes).digest('hex') });
      }
      open = undefined;
      this.acknowledged += 1;
    },
    async findDamage(client) {
      const damage: string[] = [];
      for (const { path, src, hash } of stored) {
        const response = await fetch(target.url + src);
        const bytes = Buffer.from(await response.arrayBuffer());
        const isSame = createHash('sha256').update(bytes).digest('hex') === hash;
        if (!response.ok || !isSame) damage.push(`The upload ${path} answers ${response.status} with other bytes.`);
      }
      stored = stored.slice(-1);
      const files = await query<{ path: string }>(
        client,
        `select path from source_files
        where media_hash is not null and not exists (select from media where media.hash = source_files.media_hash)`,
      );
      for (const { path } of files) damage.push(`${path} has no bytes${path.endsWith(open ?? '/') ? ' (open)' : ''}.`);
      return damage;
    },
  };
}

/** Saves of the draft of the map. */
export function createMapDrafts(target: Target): Writer {
  type Draft = { etag: string; document: { initial: { x: number } } };
  const read = () => send<Draft>(target, target.author, 'GET', '/api/admin/map/hexmap');
  let last: number | undefined;
  let open: number | undefined;
  return {
    name: 'map drafts',
    acknowledged: 0,
    async write() {
      const { etag, document } = await read();
      document.initial.x += 1;
      open = document.initial.x;
      const response = await fetch(`${target.url}/api/config/hexmapdraft/edit`, {
        method: 'POST',
        headers: {
          ...{
            authorization: `Bearer ${target.author.token.access}`,
            'content-type': 'application/json',
            'if-match': etag,
          },
        },
        body: JSON.stringify({ document }),
      });
      const text = await response.text();
      if (!response.ok) throw new Refusal(`map draft: ${response.status} ${text.slice(0, 300)}`);
      last = open;
      open = undefined;
      this.acknowledged += 1;
    },
    async findDamage() {
      const { x } = (await read()).document.initial;
      return last === undefined || x === last || x === open
        ? []
        : [`The map has x = ${x} instead of ${last} or ${open}.`];
    },
  };
}

/** Imports of a course with many lessons, each of which names the number of the import. */
export function createImports(target: Target): Writer {
  const lessons = 30;
  let n = 0;
  let last: number | undefined;
  let open: number | undefined;
  return {
    name: 'imports',
    acknowledged: 0,
    async write() {
      n += 1;
      const texts: [string, string][] = [
        ['killed/continent.yaml', 'slug: killed\nname: Killed\ncolour: amber\nsummary: For imports.\n'],
        [
          'killed/imported/training.yaml',
          'id: tr-imported\nslug: imported\nname: Imported\ntier: 0\nicon: globe\nsummary: Imported.\ndescription: Imported.\n',
        ],
        ['killed/imported/01-part/chapter.yaml', 'id: ch-imported\nname: Part\n'],
        ...Array.from({ length: lessons }, (_, i): [string, string] => [
          `killed/imported/01-part/${String(i + 1).padStart(2, '0')}-lesson-${i + 1}.md`,
          lesson(`sub-imported-${i + 1}`, `Text of import ${n}.`, { name: `Import ${n}, lesson ${i + 1}` }),
        ]),
      ];
      const zip = Buffer.from(await zipBytes(new Map(texts.map(([path, text]) => [path, textFile(text)]))));
      const upload = randomUUID();
      const search = new URLSearchParams({ upload, part: '1', parts: '1', name: 'killed', format: 'bundle' });
      type Trial = { trial: { id: string; valid: boolean; diagnostics: object[] } };
      const { trial } = await send<Trial>(target, target.author, 'POST', `/api/admin/import?${search}`, zip);
      if (!trial.valid) throw new Refusal(`invalid import: ${JSON.stringify(trial.diagnostics).slice(0, 500)}`);
      open = n;
      await send(target, target.author, 'POST', `/api/admin/import/${trial.id}/apply`, { overwrite: 'all' });
      last = n;
      open = undefined;
      this.acknowledged += 1;
    },
    async findDamage(client) {
      const rows = await query<{ n: string; count: string; texts: string }>(
        client,
        `select substring(name from 'Import (\\d+),') as n, count(*) as count,
          count(*) filter (where exists (
            select from modules
            where modules.subchapter_pk = subchapters.pk
              and modules.data::text like '%of import ' || substring(name from 'Import (\\d+),') || '.%'
          )) as texts
        from subchapters where uid like 'sub-imported-%' group by 1`,
      );
      if (rows.length === 0) return last === undefined ? [] : [`Import ${last} is lost.`];
      const [row] = rows;
      const isWhole = rows.length === 1 && Number(row?.count) === lessons && Number(row?.texts) === lessons;
      const isRight = Number(row?.n) === last || Number(row?.n) === open;
      return isWhole && isRight
        ? []
        : [`The lessons are of imports ${JSON.stringify(rows)} instead of ${last} or ${open}.`];
    },
  };
}
