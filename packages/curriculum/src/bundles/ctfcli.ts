import type { BundleFiles } from './bundle-files.ts';
import { Conversion, type ConvertedBundle, type ConvertOptions } from './conversion.ts';
import { type Challenge, readChallenges } from './ctfcli-challenge.ts';
import { lessonOf, tagOf } from './ctfcli-lesson.ts';
import { oneLine } from './foreign-markdown.ts';
import { slugOf } from './slugs-and-ids.ts';
import { type ChapterDraft, chapterSlugs, folderLimit, writeContinent, writeTraining } from './write-training.ts';

/** Converts folders with a challenge.yml or ctfcli.yaml into a training: a chapter for each category, a lesson for each challenge. */
export async function convertCtfcli(files: BundleFiles, options: ConvertOptions = {}): Promise<ConvertedBundle> {
  const conversion = new Conversion(files, options);
  const { continent } = conversion.options;
  const challenges = await readChallenges(conversion);
  if (challenges.length > 0) writeContinent(conversion.output, continent);
  for (const hidden of [false, true]) {
    const visible = challenges.filter((challenge) => challenge.hidden === hidden);
    if (visible.length > 0) await writeEvent(visible, hidden, challenges, conversion);
  }
  return conversion.finish(() => 'List it under "files" of a challenge if learners need it.');
}

async function writeEvent(
  own: Challenge[],
  hidden: boolean,
  all: readonly Challenge[],
  conversion: Conversion,
): Promise<void> {
  const { continent, tier } = conversion.options;
  const base = conversion.options.name;
  const name = hidden ? `${oneLine(base, 50)} (hidden)` : base;
  const slug = hidden ? `${slugOf(base)}-hidden` : slugOf(base);
  const slugs = chapterSlugs();
  const chapters = new Map<string, ChapterDraft>();
  for (const challenge of sortByRequirements(own)) {
    const key = slugOf(challenge.category);
    const chapter = chapters.get(key) ?? {
      name: challenge.category,
      slug: slugs.assign(challenge.category, key, 40),
      lessons: [],
    };
    if (chapter.lessons.length >= folderLimit || (!chapters.has(key) && chapters.size >= folderLimit)) {
      challenge.report(
        challenge.fields.line,
        'too-many',
        `A category can have at most ${folderLimit} challenges; use another category.`,
        'warning',
      );
      continue;
    }
    chapters.set(key, chapter);
    conversion.notifyFile(challenge.file);
    chapter.lessons.push(await lessonOf(challenge, `${continent.slug}/${slug}`, all, conversion));
    conversion.markUsed(challenge.file);
  }
  const fallback = oneLine(`Challenges of ${name}.`, 110);
  const sorted = [...chapters.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  writeTraining(conversion.output, continent.slug, {
    slug,
    // A challenge that becomes visible later keeps its id and its lesson's learner data.
    idsOf: slugOf(base),
    name,
    tier,
    hidden,
    tags: commonTags(own),
    fallback,
    description: [],
    chapters: sorted,
  });
}

/** Sorts by points and name, with requirements first. A cycle of requirements is cut where it closes. */
function sortByRequirements(challenges: readonly Challenge[]): Challenge[] {
  const rest = [...challenges].sort((a, b) => (a.points ?? 0) - (b.points ?? 0) || (a.name < b.name ? -1 : 1));
  const byName = new Map(rest.map((challenge) => [challenge.name, challenge]));
  const ordered = new Set<Challenge>();
  const visited = new Set<Challenge>();
  // Uses an explicit stack, because a chain of requirements may be as long as the bundle.
  for (const first of rest) {
    const stack = [first];
    while (stack.length > 0) {
      const next = stack.at(-1) as Challenge;
      const open = next.prerequisites
        .map(({ name }) => byName.get(name))
        .filter((found) => found !== undefined && !visited.has(found) && !ordered.has(found));
      visited.add(next);
      if (open[0]) stack.push(open[0]);
      else {
        ordered.add(next);
        stack.pop();
      }
    }
  }
  return [...ordered];
}

/** Returns the tags that most challenges share. */
function commonTags(challenges: readonly Challenge[]): string[] {
  const counts = new Map<string, number>();
  for (const { fields } of challenges) {
    for (const value of fields.oneOrMany('tags')) {
      const tag = tagOf(value)?.toLowerCase().trim() ?? '';
      if (/^[a-z0-9][a-z0-9 .+#/-]{0,29}$/.test(tag)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
  }
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return sorted.slice(0, 12).map(([tag]) => tag);
}
