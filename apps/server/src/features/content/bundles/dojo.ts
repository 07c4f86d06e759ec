import { posix } from 'node:path';
import type { BundleFiles } from './bundle.ts';
import { Conversion, type Converted, type ConvertOptions, inside } from './convert.ts';
import { dojoFields, moduleFields, type Place, readPlace, resourceFields, tellLeftOut } from './dojo-place.ts';
import { type Blocks, oneLine, type PageOf, readForeignMarkdown } from './foreign-markdown.ts';
import { shortHash, slugOf } from './names.ts';
import { Fields, readSourceYaml, type Value } from './source-yaml.ts';
import {
  type ChapterDraft,
  chapterSlugs,
  folderLimit,
  heading,
  type LessonDraft,
  lessonSlugs,
  paragraph,
  writeContinent,
  writeTraining,
} from './write-training.ts';

const descriptionFile = 'DESCRIPTION.md';

/** A module with its challenges, all of which have their addresses, before any text is read that may link to them. */
interface Module {
  place: Place;
  name: string;
  slug: string;
  aboutSlug: string;
  challenges: { place: Place; slug: string; file: string }[];
}

/** Turns a dojo into a training: a chapter for each module, a lesson for each of its challenges. */
export async function convertDojo(files: BundleFiles, options: ConvertOptions = {}): Promise<Converted> {
  const conversion = new Conversion(files, options);
  const root = [`${conversion.top}dojo.yml`, `${conversion.top}dojo.yaml`].find((file) => files.has(file));
  const source = root === undefined ? undefined : await conversion.text(root);
  if (root !== undefined && source !== undefined) {
    const [dojo] = readSourceYaml(source, dojoFields, conversion.report(root));
    if (dojo) await new DojoReader(conversion, root, dojo).run();
  }
  return conversion.finish((file) =>
    /^(module\.ya?ml|DESCRIPTION\.md)$/.test(posix.basename(file))
      ? 'List its folder under modules or challenges if learners need it.'
      : 'A file for learners goes into a lesson, as a ::file.',
  );
}

/** Dojos of a newer kind list their challenges among the texts and films. */
const isChallenge = ({ data }: Value): boolean => data instanceof Map && data.get('type')?.data === 'challenge';

/** `first-steps` → `First Steps`, as a dojo shows it. */
const nameOfId = (id: string): string =>
  oneLine(id.replace(/[-_]+/g, ' '), 80).replace(/(^| )([a-z])/g, (_, before, letter) => before + letter.toUpperCase());

class DojoReader {
  readonly #conversion: Conversion;
  readonly #file: string;
  readonly #dojo: Fields;
  readonly #name: string;
  readonly #slug: string;
  readonly #id: string;
  readonly #chapterSlugs = chapterSlugs();
  readonly #lessonSlugs = lessonSlugs();
  readonly #modules: Module[] = [];

  constructor(conversion: Conversion, file: string, dojo: Fields) {
    this.#conversion = conversion;
    this.#file = file;
    this.#dojo = dojo;
    this.#name = oneLine(dojo.text('name') ?? '', 60) || conversion.options.name;
    this.#id = dojo.text('id')?.trim() ?? '';
    this.#slug = slugOf(this.#id || this.#name);
  }

  async run(): Promise<void> {
    const { output, options, top } = this.#conversion;
    this.#conversion.use(this.#file);
    const hidden = this.#isHidden();
    this.#tellHead();
    const ids = new Set<string>();
    for (const value of this.#dojo.list('modules')) await this.#gather(value, ids);
    const description = await this.#description(
      this.#dojo.has('description') ? { fields: this.#dojo, file: this.#file } : undefined,
      top,
    );
    const chapters: ChapterDraft[] = [];
    for (const module of this.#modules.slice(0, folderLimit)) chapters.push(await this.#chapter(module));
    writeContinent(output, options.continent);
    writeTraining(output, options.continent.slug, {
      slug: this.#slug,
      idsOf: this.#slug,
      name: this.#name,
      tier: options.tier,
      hidden,
      tags: [],
      fallback: oneLine(`The lessons of ${this.#name}.`, 110),
      description,
      chapters,
    });
  }

  #tell(line: number, code: string, message: string): void {
    this.#conversion.report(this.#file)(line, code, message, 'warning');
  }

  /** What only some may see must not be open to everybody. */
  #isHidden(): boolean {
    const isUnlisted = this.#dojo.text('type')?.trim() === 'hidden';
    if (isUnlisted) {
      const message = 'This dojo is hidden, and so is its training. Show it with "hidden: false" in training.yaml.';
      this.#tell(this.#dojo.lineOf('type'), 'state-hidden', message);
    }
    return isUnlisted || this.#dojo.has('password');
  }

  #tellHead(): void {
    const dojo = this.#dojo;
    if (!dojo.has('name')) this.#tell(dojo.line, 'value-missing', `name is missing; "${this.#name}" was taken.`);
    if (dojo.has('import'))
      this.#tell(
        dojo.lineOf('import'),
        'import-left-out',
        'What this dojo takes from another one is left out: import that one too.',
      );
    tellLeftOut(dojo, this.#conversion.report(this.#file));
  }

  /** A module is described in its folder, in dojo.yml, or in both. */
  async #gather(value: Value, ids: Set<string>): Promise<void> {
    const conversion = this.#conversion;
    const place = await readPlace(
      { value, file: this.#file },
      { conversion, names: moduleFields, above: conversion.top, own: 'module', ids },
    );
    if (!place) return;
    const { id, line, folder } = place;
    if (!place.isDescribed) {
      const message = `There is no file ${id}/module.yml that can be read; add it, or take this module out.`;
      this.#tell(line, 'module-missing', message);
      return;
    }
    const name = oneLine(place.text('name') ?? '', 80) || nameOfId(id);
    const slug = this.#chapterSlugs.take(id, id, 40);
    const start = `${this.#slug.slice(0, 30)}-${slug.slice(0, 20)}`;
    const module: Module = {
      place,
      name,
      slug,
      aboutSlug: this.#lessonSlugs.take(`${start}-about`, `${id}/`, 65),
      challenges: [],
    };
    const own = new Set<string>();
    for (const entry of [
      ...place.list('challenges'),
      ...place.list('resources').filter(({ value }) => isChallenge(value)),
    ]) {
      const challenge = await readPlace(entry, {
        conversion,
        names: resourceFields,
        above: folder,
        own: 'challenge',
        ids: own,
      });
      if (!challenge) continue;
      const lessonSlug = this.#lessonSlugs.take(`${start}-${challenge.id}`, `${id}/${challenge.id}`, 65);
      module.challenges.push({ place: challenge, slug: lessonSlug, file: entry.file });
    }
    this.#modules.push(module);
  }

  async #chapter(module: Module): Promise<ChapterDraft> {
    const { name, slug, place } = module;
    const lessons = await this.#about(module);
    for (const challenge of module.challenges) lessons.push(await this.#challenge(challenge, module));
    if (lessons.length === 0)
      this.#tell(place.line, 'module-empty', 'This module has no challenge and no text, so that it is left out.');
    return { name, slug, lessons: lessons.slice(0, folderLimit) };
  }

  /** What a module says of itself, and its texts and films. */
  async #about({ place, name, aboutSlug }: Module): Promise<LessonDraft[]> {
    const blocks = await this.#description(place.find('description'), place.folder);
    // A heading stands above texts and films only once there is one.
    let above: { text: string; tell: () => void } | undefined;
    let number = 0;
    for (const { value, file } of place.list('resources')) {
      if (isChallenge(value)) continue;
      number += 1;
      const header = this.#header(value, file);
      if (header) {
        above?.tell();
        above = header;
        continue;
      }
      const own = await this.#resource(value, number, file, place);
      if (own.length > 0 && above) blocks.push(heading(above.text));
      if (own.length > 0) above = undefined;
      blocks.push(...own);
    }
    above?.tell();
    if (blocks.length === 0) return [];
    return [
      {
        key: `${place.id}/`,
        name: oneLine(`About ${name}`, 80),
        slug: aboutSlug,
        fallback: `What ${name} is about.`,
        minutes: 10,
        blocks,
      },
    ];
  }

  #header(value: Value, file: string): { text: string; tell: () => void } | undefined {
    if (!(value.data instanceof Map) || value.data.get('type')?.data !== 'header') return undefined;
    const report = this.#conversion.report(file);
    const fields = new Fields(value.data, value.line, resourceFields, report);
    const text = oneLine(fields.text('content') ?? fields.text('name') ?? '', 80);
    const message = `The heading "${text}" has only challenges below it, so that it is left out; say it in their names.`;
    return { text, tell: () => report(value.line, 'header-left-out', message, 'warning') };
  }

  async #resource(value: Value, number: number, file: string, place: Place): Promise<Blocks> {
    const report = this.#conversion.report(file);
    if (!(value.data instanceof Map)) {
      report(value.line, 'value-shape', 'A resource has name, type and content.', 'warning');
      return [];
    }
    const fields = new Fields(value.data, value.line, resourceFields, report);
    tellLeftOut(fields, report);
    const type = fields.text('type')?.trim() ?? 'markdown';
    const name = oneLine(fields.text('name') ?? '', 80) || `Resource ${number}`;
    if (type === 'markdown') {
      const blocks = await this.#text(fields, number, file, place);
      if (blocks.length === 0) report(value.line, 'value-missing', 'content is missing: a text needs one.', 'warning');
      return blocks.length > 0 ? [heading(name), ...blocks] : [];
    }
    const video = fields.text('video')?.trim() ?? '';
    if (type !== 'lecture' || !/^[\w-]{11}$/.test(video)) {
      report(
        value.line,
        'resource-left-out',
        `"${name}" is left out: a resource is a markdown text, or a lecture with the video of YouTube.`,
        'warning',
      );
      return [];
    }
    if (fields.has('slides'))
      report(
        fields.lineOf('slides'),
        'slides-left-out',
        'Slides are left out; add them as a ::file, or link to them.',
        'warning',
      );
    return [
      heading(name),
      {
        type: 'leafDirective',
        name: 'youtube',
        attributes: { id: `video-${number}-${shortHash(video)}`, video },
        children: [{ type: 'text', value: name }],
      },
    ];
  }

  /** A text stands in the list of resources, or in a file that is named there. */
  async #text(fields: Fields, number: number, file: string, place: Place): Promise<Blocks> {
    const conversion = this.#conversion;
    const name = `resource-${number}`;
    const given = fields.has('content') ? undefined : fields.text('file')?.trim();
    if (!given) {
      const report = inside(conversion.report(file), fields.textLineOf('content'));
      return this.#markdown(fields.text('content') ?? '', name, report, file);
    }
    const path = [posix.join(place.folder, given), posix.join(conversion.top, given)].find((one) =>
      conversion.input.has(one),
    );
    const text = path === undefined ? undefined : await conversion.text(path);
    if (path === undefined) {
      const message = `There is no file "${given.slice(0, 80)}" in the bundle; add it.`;
      conversion.report(file)(fields.lineOf('file'), 'file-missing', message, 'warning');
    }
    if (path === undefined || text === undefined) return [];
    conversion.use(path);
    return this.#markdown(text, name, conversion.report(path), path);
  }

  async #challenge({ place, slug, file }: Module['challenges'][number], module: Module): Promise<LessonDraft> {
    const { id, line, folder } = place;
    const report = this.#conversion.report(file);
    const given = oneLine(place.text('name') ?? '', 80);
    const name = given || nameOfId(id);
    if (!given) report(line, 'value-missing', `name is missing; "${name}" was taken.`, 'warning');
    const described = place.find('description');
    const blocks = await this.#description(described, folder);
    const path = `${folder}${descriptionFile}`;
    const hasFile = this.#conversion.input.has(path);
    if (blocks.length === 0) {
      const message = `There is no text in ${module.place.id}/${id}/${descriptionFile}; say what is to be done.`;
      report(line, 'value-missing', message, 'warning');
    }
    const needs =
      'This challenge runs on the machine of its dojo, which is not there: the lesson has only its text. Make a lab of it: npm run lab -- new <slug>.';
    const inFile = hasFile && !described;
    this.#conversion.report(inFile ? path : file)(inFile ? 1 : line, 'lab-needed', needs, 'warning');
    return {
      key: `${module.place.id}/${id}`,
      name,
      slug,
      fallback: oneLine(`${name}, in ${module.name}.`, 300),
      minutes: 10,
      blocks: blocks.length > 0 ? blocks : [paragraph(name)],
    };
  }

  /** What the YAML says, or else the text of DESCRIPTION.md in a folder. */
  async #description(said: { fields: Fields; file: string } | undefined, folder: string): Promise<Blocks> {
    const path = `${folder}${descriptionFile}`;
    const report = this.#conversion.report(path);
    if (said) {
      if (this.#conversion.input.has(path)) {
        const message = `${said.file} has a description too, and was read. Take one out.`;
        report(1, 'text-other', message, 'warning');
      }
      const within = inside(this.#conversion.report(said.file), said.fields.textLineOf('description'));
      return this.#markdown(said.fields.text('description') ?? '', 'note', within, said.file);
    }
    const text = await this.#conversion.text(path);
    if (text === undefined) return [];
    const blocks = await this.#markdown(text, 'note', report, path);
    if (blocks.length > 0) this.#conversion.use(path);
    else report(1, 'text-empty', 'There is no text here; write one or take the file out.', 'warning');
    return blocks;
  }

  #markdown(text: string, name: string, report: ReturnType<typeof inside>, file: string): Promise<Blocks> {
    this.#conversion.begin(file);
    return readForeignMarkdown(text, name, report, this.#pageOf);
  }

  /** Where a link inside of the dojo (`/<dojo>/<module>/<challenge>`) leads here. */
  readonly #pageOf: PageOf = (url) => {
    const [, dojo, moduleId, challengeId] =
      /^(?:https?:\/\/(?:www\.)?pwn\.college)?\/([\w~-]+)(?:\/([\w.-]+))?(?:\/([\w.-]+))?\/?(?:[?#].*)?$/.exec(url) ??
      [];
    if (!dojo || dojo.replace(/~.*$/, '') !== this.#id) return undefined;
    const own = `/courses/${this.#slug}`;
    if (!moduleId) return own;
    const module = this.#modules.slice(0, folderLimit).find(({ place }) => place.id === moduleId);
    // A module without a challenge may turn out to be empty, and is left out then.
    if (!module || module.challenges.length === 0) return undefined;
    if (!challengeId) return `${own}/${module.slug}`;
    const challenge = module.challenges.slice(0, folderLimit - 1).find(({ place }) => place.id === challengeId);
    return challenge && `${own}/${module.slug}/${challenge.slug}`;
  };
}
