import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '#platform/db/db';

let counter = 0;
/** A number unique in this process, to make unique names. */
const next = () => ++counter;

/** Rows for tests. Each factory creates the parents that are not given. */

export async function buildUser(
  db: Db,
  user: {
    username?: string;
    email?: string | null;
    pendingEmail?: string;
    passwordHash?: string;
    isSuperuser?: boolean;
    isActive?: boolean;
    betaAccess?: boolean;
    tier?: 1 | 2 | 3 | 42;
  } = {},
): Promise<{ pk: number; username: string }> {
  const username = user.username ?? `user${next()}`;
  const { pk } = await db
    .insertInto('users')
    .values({
      username,
      email: user.email ?? null,
      pending_email: user.pendingEmail ?? null,
      password_hash: user.passwordHash ?? 'no password fits',
      is_superuser: user.isSuperuser ?? false,
      is_active: user.isActive ?? true,
      beta_access: user.betaAccess ?? false,
      avatar: null,
      profile_slug: username.toLowerCase(),
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  if (user.tier)
    await db.insertInto('entitlements').values({ user_pk: pk, source: 'grant', tier: user.tier }).execute();
  return { pk, username };
}

export async function buildContinent(db: Db, continent: { slug?: string } = {}): Promise<{ pk: number; slug: string }> {
  const slug = continent.slug ?? `continent-${next()}`;
  return db
    .insertInto('continents')
    .values({ slug, name: `Continent ${slug}`, colour: 'teal', summary: 'Land.' })
    .returning(['pk', 'slug'])
    .executeTakeFirstOrThrow();
}

export async function buildTraining(
  db: Db,
  training: {
    slug?: string;
    tier?: number;
    hidden?: boolean;
    continentPk?: number;
    kind?: 'course' | 'video';
    requires?: string[];
    recommendedNext?: string[];
  } = {},
): Promise<{ pk: number; slug: string; name: string }> {
  const number = next();
  return db
    .insertInto('trainings')
    .values({
      uid: `tr-${number}`,
      slug: training.slug ?? `training-${number}`,
      continent_pk: training.continentPk ?? (await buildContinent(db)).pk,
      name: `Training ${number}`,
      tier: training.tier ?? 0,
      icon: 'compass',
      summary: 'A training.',
      description_html: '<p>A training.</p>',
      position: number,
      hidden: training.hidden ?? false,
      kind: training.kind ?? 'course',
      requires: training.requires ?? [],
      recommended_next: training.recommendedNext ?? [],
    })
    .returning(['pk', 'slug', 'name'])
    .executeTakeFirstOrThrow();
}

export async function buildChapter(
  db: Db,
  chapter: { trainingPk?: number } = {},
): Promise<{ pk: number; slug: string }> {
  const number = next();
  return db
    .insertInto('chapters')
    .values({
      uid: `ch-${number}`,
      training_pk: chapter.trainingPk ?? (await buildTraining(db)).pk,
      slug: `chapter-${number}`,
      name: `Chapter ${number}`,
      position: number,
    })
    .returning(['pk', 'slug'])
    .executeTakeFirstOrThrow();
}

export async function buildSubchapter(
  db: Db,
  subchapter: { chapterPk?: number; revision?: number; hidden?: boolean } = {},
): Promise<{ pk: number; slug: string; name: string; revision: number }> {
  const number = next();
  return db
    .insertInto('subchapters')
    .values({
      uid: `sub-${number}`,
      chapter_pk: subchapter.chapterPk ?? (await buildChapter(db)).pk,
      slug: `subchapter-${number}`,
      name: `Subchapter ${number}`,
      summary: 'A lesson.',
      minutes: 5,
      position: number,
      revision: subchapter.revision ?? 1,
      content_hash: String(number),
      hidden: subchapter.hidden ?? false,
    })
    .returning(['pk', 'slug', 'name', 'revision'])
    .executeTakeFirstOrThrow();
}

/** A flag module in a lesson, with its answer. */
export async function buildLessonFlag(
  db: Db,
  flag: { subchapterPk?: number; answer?: string; points?: number } = {},
): Promise<{ pk: number; id: string }> {
  const id = `flag-${next()}`;
  const points = flag.points ?? 10;
  const module = await db
    .insertInto('modules')
    .values({
      subchapter_pk: flag.subchapterPk ?? (await buildSubchapter(db)).pk,
      id,
      position: 0,
      kind: 'flag',
      data: JSON.stringify({ title: 'A flag', html: '', points }),
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  const salt = randomBytes(16);
  const hash = createHash('sha256')
    .update(salt)
    .update(flag.answer ?? 'flag{test}')
    .digest();
  return db
    .insertInto('flags')
    .values({ module_pk: module.pk, lab_pk: null, id, name: 'A flag', points, salt, hash })
    .returning(['pk', 'id'])
    .executeTakeFirstOrThrow();
}

/** A lab with the given number of flags, ten points each. */
export async function buildLab(
  db: Db,
  lab: { slug?: string; name?: string; flags?: number; trainings?: string[] } = {},
): Promise<{ pk: number; slug: string; flags: { pk: number; id: string }[] }> {
  const slug = lab.slug ?? `lab-${next()}`;
  const { pk } = await db
    .insertInto('labs')
    .values({
      ...{ slug, name: lab.name ?? `Lab ${slug}`, summary: 'A lab.', difficulty: 'easy', minutes: 5, risk: 'bounded' },
      ...{ version: '1', briefing_html: '', writeup_html: '', topic: 'web', tools: [], serves: 'http' },
      ...{ trainings: lab.trainings ?? [], workspace: null, repair_files: [] },
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  const flags = Array.from({ length: lab.flags ?? 0 }, (_, position) => ({
    ...{ lab_pk: pk, id: `flag-${position + 1}`, name: `Flag ${position + 1}`, points: 10, position },
  }));
  if (flags.length === 0) return { pk, slug, flags: [] };
  return { pk, slug, flags: await db.insertInto('flags').values(flags).returning(['pk', 'id']).execute() };
}

/** A quiz in a lesson. By default it has two options, of which the second is right. */
export async function buildQuiz(
  db: Db,
  quiz: {
    subchapterPk?: number;
    kind?: 'single' | 'multiple' | 'ordering' | 'free';
    options?: string[];
    right?: string[];
    replies?: { to: string[]; html: string }[];
  } = {},
): Promise<{ pk: number; id: string }> {
  const id = `quiz-${next()}`;
  const options = (quiz.options ?? ['a', 'b']).map((option) => ({ id: option, html: `Option ${option}` }));
  return db
    .insertInto('modules')
    .values({
      subchapter_pk: quiz.subchapterPk ?? (await buildSubchapter(db)).pk,
      id,
      position: 0,
      kind: 'quiz',
      data: JSON.stringify({ answer_kind: quiz.kind ?? 'single', question_html: 'A question?', options }),
      secret: JSON.stringify({
        right: quiz.right ?? ['b'],
        explanation_html: '<p>Because.</p>',
        replies: quiz.replies ?? [],
      }),
    })
    .returning(['pk', 'id'])
    .executeTakeFirstOrThrow();
}

/** A poll in a lesson, with two options. */
export async function buildPoll(
  db: Db,
  poll: { subchapterPk?: number } = {},
): Promise<{ pk: number; options: string[] }> {
  const id = `poll-${next()}`;
  const options = [
    { id: 'one', text: 'One' },
    { id: 'two', text: 'Two' },
  ];
  const module = await db
    .insertInto('modules')
    .values({
      subchapter_pk: poll.subchapterPk ?? (await buildSubchapter(db)).pk,
      id,
      position: 0,
      kind: 'poll',
      data: JSON.stringify({ question: 'A question?', multiple: false, options, html: '' }),
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  const { pk } = await db
    .insertInto('poll_questions')
    .values({ module_pk: module.pk })
    .returning('pk')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('poll_options')
    .values(options.map((option, position) => ({ ...option, position, question_pk: pk })))
    .execute();
  return { pk, options: options.map((option) => option.id) };
}
