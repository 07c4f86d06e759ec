import { posix } from 'node:path';
import type { BundleFiles } from './bundle-files.ts';
import { Conversion, type ConvertedBundle, type ConvertOptions, withLineOffset } from './conversion.ts';
import {
  type DojoEntry,
  dojoFields,
  moduleFields,
  readDojoEntry,
  reportUnsupportedFields,
  resourceFields,
} from './dojo-entry.ts';
import { type Blocks, oneLine, type ResolvePage, readForeignMarkdown } from './foreign-markdown.ts';
import { shortHash, slugOf } from './slugs-and-ids.ts';
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

/** A module with its challenges. All get their slugs before any text is read that may link to them. */
interface Module {
  entry: DojoEntry;
  name: string;
  slug: string;
  aboutSlug: string;
  challenges: { entry: DojoEntry; slug: string; file: string }[];
}

/** Converts a dojo into a training: a chapter for each module, a lesson for each of its challenges. */
export async function convertDojo(files: BundleFiles, options: ConvertOptions = {}): Promise<ConvertedBundle> {
  const conversion = new Conversion(files, options);
  const root = [`${conversion.top}dojo.yml`, `${conversion.top}dojo.yaml`].find((file) => files.has(file));
  const source = root === undefined ? undefined : await conversion.text(root);
  if (root !== undefined && source !== undefined) {
    const [dojo] = readSourceYaml(source, dojoFields, conversion.report(root));
    if (dojo) await new DojoReader(conversion, root, dojo).run();
  }
  return conversion.finish((files) =>
    files.some((file) => /^(module\.ya?ml|DESCRIPTION\.md)$/.test(posix.basename(file)))
      ? 'List its folder under modules or challenges if learners need it.'
      : 'Add a file for learners to a lesson, as a ::file.',
  );
}

/** Newer dojos list their challenges among the resources. */
const isChallenge = ({ data }: Value): boolean => data instanceof Map && data.get('type')?.data === 'challenge';

/** `first-steps` → `First Steps`, as the dojo shows it. */
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
    this.#conversion.markUsed(this.#file);
    const hidden = this.#isHidden();
    this.#reportHead();
    const ids = new Set<string>();
    for (const value of this.#dojo.list('modules')) await this.#readModule(value, ids);
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

  #warn(line: number, code: string, message: string): void {
    this.#conversion.report(this.#file)(line, code, message, 'warning');
  }

  /** A dojo with restricted access must become a hidden training. */
  #isHidden(): boolean {
    const isUnlisted = this.#dojo.text('type')?.trim() === 'hidden';
    if (isUnlisted) {
      const message = 'This dojo is hidden, and so is its course. Show it with "hidden: false" in training.yaml.';
      this.#warn(this.#dojo.lineOf('type'), 'state-hidden', message);
    }
    return isUnlisted || this.#dojo.has('password');
  }

  #reportHead(): void {
    const dojo = this.#dojo;
    if (!dojo.has('name')) this.#warn(dojo.line, 'value-missing', `name is missing; "${this.#name}" was used.`);
    if (dojo.has('import'))
      this.#warn(
        dojo.lineOf('import'),
        'import-left-out',
        'Parts that this dojo imports from another dojo are left out: import that dojo too.',
      );
    reportUnsupportedFields(dojo, this.#conversion.report(this.#file));
  }

  /** A module is described in its folder, in dojo.yml, or in both. */
  async #readModule(value: Value, ids: Set<string>): Promise<void> {
    const conversion = this.#conversion;
    const entry = await readDojoEntry(
      { value, file: this.#file },
      { conversion, names: moduleFields, parentFolder: conversion.top, fileStem: 'module', ids },
    );
    if (!entry) return;
    const { id, line, folder } = entry;
    if (!entry.hasDescription) {
      const message = `${id}/module.yml is missing or unreadable; add it, or remove this module.`;
      this.#warn(line, 'module-missing', message);
      return;
    }
    const name = oneLine(entry.text('name') ?? '', 80) || nameOfId(id);
    const slug = this.#chapterSlugs.assign(id, id, 40);
    const start = `${this.#slug.slice(0, 30)}-${slug.slice(0, 20)}`;
    const module: Module = {
      entry,
      name,
      slug,
      aboutSlug: this.#lessonSlugs.assign(`${start}-about`, `${id}/`, 65),
      challenges: [],
    };
    const challengeIds = new Set<string>();
    for (const item of [
      ...entry.list('challenges'),
      ...entry.list('resources').filter(({ value }) => isChallenge(value)),
    ]) {
      const challenge = await readDojoEntry(item, {
        conversion,
        names: resourceFields,
        parentFolder: folder,
        fileStem: 'challenge',
        ids: challengeIds,
      });
      if (!challenge) continue;
      const lessonSlug = this.#lessonSlugs.assign(`${start}-${challenge.id}`, `${id}/${challenge.id}`, 65);
      module.challenges.push({ entry: challenge, slug: lessonSlug, file: item.file });
    }
    this.#modules.push(module);
  }

  async #chapter(module: Module): Promise<ChapterDraft> {
    const { name, slug, entry } = module;
    const lessons = await this.#about(module);
    for (const challenge of module.challenges) lessons.push(await this.#challenge(challenge, module));
    if (lessons.length === 0)
      this.#warn(entry.line, 'module-empty', 'This module has no challenge and no text, so it is left out.');
    return { name, slug, lessons: lessons.slice(0, folderLimit) };
  }

  /** Makes a lesson of the description of a module and its texts and videos. */
  async #about({ entry, name, aboutSlug }: Module): Promise<LessonDraft[]> {
    const blocks = await this.#description(entry.find('description'), entry.folder);
    // A heading is written only once a text or video follows it.
    let pendingHeader: { text: string; reportOmitted: () => void } | undefined;
    let number = 0;
    for (const { value, file } of entry.list('resources')) {
      if (isChallenge(value)) continue;
      number += 1;
      const header = this.#header(value, file);
      if (header) {
        pendingHeader?.reportOmitted();
        pendingHeader = header;
        continue;
      }
      const resource = await this.#resource(value, number, file, entry);
      if (resource.length > 0 && pendingHeader) blocks.push(heading(pendingHeader.text));
      if (resource.length > 0) pendingHeader = undefined;
      blocks.push(...resource);
    }
    pendingHeader?.reportOmitted();
    if (blocks.length === 0) return [];
    return [
      {
        key: `${entry.id}/`,
        name: oneLine(`About ${name}`, 80),
        slug: aboutSlug,
        fallback: `What ${name} is about.`,
        minutes: 10,
        blocks,
      },
    ];
  }

  #header(value: Value, file: string): { text: string; reportOmitted: () => void } | undefined {
    if (!(value.data instanceof Map) || value.data.get('type')?.data !== 'header') return undefined;
    const report = this.#conversion.report(file);
    const fields = new Fields(value.data, value.line, resourceFields, report);
    const text = oneLine(fields.text('content') ?? fields.text('name') ?? '', 80);
    const message = `The heading "${text}" has only challenges below it, so it is left out; put it into their names.`;
    return { text, reportOmitted: () => report(value.line, 'header-left-out', message, 'warning') };
  }

  async #resource(value: Value, number: number, file: string, entry: DojoEntry): Promise<Blocks> {
    const report = this.#conversion.report(file);
    if (!(value.data instanceof Map)) {
      report(value.line, 'value-shape', 'A resource needs name, type and content.', 'warning');
      return [];
    }
    const fields = new Fields(value.data, value.line, resourceFields, report);
    reportUnsupportedFields(fields, report);
    const type = fields.text('type')?.trim() ?? 'markdown';
    const name = oneLine(fields.text('name') ?? '', 80) || `Resource ${number}`;
    if (type === 'markdown') {
      const blocks = await this.#text(fields, number, file, entry);
      if (blocks.length === 0) report(value.line, 'value-missing', 'content is missing: a text needs it.', 'warning');
      return blocks.length > 0 ? [heading(name), ...blocks] : [];
    }
    const video = fields.text('video')?.trim() ?? '';
    if (type !== 'lecture' || !/^[\w-]{11}$/.test(video)) {
      report(
        value.line,
        'resource-left-out',
        `"${name}" is left out: a resource must be a markdown text or a lecture with a YouTube video.`,
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

  /** Reads a text from the list of resources, or from the file that its entry names. */
  async #text(fields: Fields, number: number, file: string, entry: DojoEntry): Promise<Blocks> {
    const conversion = this.#conversion;
    const name = `resource-${number}`;
    const given = fields.has('content') ? undefined : fields.text('file')?.trim();
    if (!given) {
      const report = withLineOffset(conversion.report(file), fields.textLineOf('content'));
      return this.#markdown(fields.text('content') ?? '', name, report, file);
    }
    const path = [posix.join(entry.folder, given), posix.join(conversion.top, given)].find((one) =>
      conversion.input.has(one),
    );
    const text = path === undefined ? undefined : await conversion.text(path);
    if (path === undefined) {
      const message = `The bundle has no file "${given.slice(0, 80)}"; add it.`;
      conversion.report(file)(fields.lineOf('file'), 'file-missing', message, 'warning');
    }
    if (path === undefined || text === undefined) return [];
    conversion.markUsed(path);
    return this.#markdown(text, name, conversion.report(path), path);
  }

  async #challenge({ entry, slug, file }: Module['challenges'][number], module: Module): Promise<LessonDraft> {
    const { id, line, folder } = entry;
    const report = this.#conversion.report(file);
    const given = oneLine(entry.text('name') ?? '', 80);
    const name = given || nameOfId(id);
    if (!given) report(line, 'value-missing', `name is missing; "${name}" was used.`, 'warning');
    const described = entry.find('description');
    const blocks = await this.#description(described, folder);
    const path = `${folder}${descriptionFile}`;
    const hasFile = this.#conversion.input.has(path);
    if (blocks.length === 0) {
      const message = `${module.entry.id}/${id}/${descriptionFile} has no text; tell learners what to do.`;
      report(line, 'value-missing', message, 'warning');
    }
    const needs =
      'This challenge needs the machine of its dojo, which does not exist here: the lesson has only its text. Make a lab for it: npm run lab -- new <slug>.';
    const inFile = hasFile && !described;
    this.#conversion.report(inFile ? path : file)(inFile ? 1 : line, 'lab-needed', needs, 'warning');
    return {
      key: `${module.entry.id}/${id}`,
      name,
      slug,
      fallback: oneLine(`${name}, in ${module.name}.`, 300),
      minutes: 10,
      blocks: blocks.length > 0 ? blocks : [paragraph(name)],
    };
  }

  /** Reads the description in the YAML, or else DESCRIPTION.md of a folder. */
  async #description(source: { fields: Fields; file: string } | undefined, folder: string): Promise<Blocks> {
    const path = `${folder}${descriptionFile}`;
    const report = this.#conversion.report(path);
    if (source) {
      if (this.#conversion.input.has(path)) {
        const message = `${source.file} also has a description, which was used. Remove one of them.`;
        report(1, 'text-other', message, 'warning');
      }
      const within = withLineOffset(this.#conversion.report(source.file), source.fields.textLineOf('description'));
      return this.#markdown(source.fields.text('description') ?? '', 'note', within, source.file);
    }
    const text = await this.#conversion.text(path);
    if (text === undefined) return [];
    const blocks = await this.#markdown(text, 'note', report, path);
    if (blocks.length > 0) this.#conversion.markUsed(path);
    else report(1, 'text-empty', 'This file is empty; write a text or remove the file.', 'warning');
    return blocks;
  }

  #markdown(text: string, name: string, report: ReturnType<typeof withLineOffset>, file: string): Promise<Blocks> {
    this.#conversion.notifyFile(file);
    return readForeignMarkdown(text, name, report, this.#resolvePage);
  }

  /** Maps a link inside the dojo (`/<dojo>/<module>/<challenge>`) to our page. */
  readonly #resolvePage: ResolvePage = (url) => {
    const [, dojo, moduleId, challengeId] =
      /^(?:https?:\/\/(?:www\.)?pwn\.college)?\/([\w~-]+)(?:\/([\w.-]+))?(?:\/([\w.-]+))?\/?(?:[?#].*)?$/.exec(url) ??
      [];
    if (!dojo || dojo.replace(/~.*$/, '') !== this.#id) return undefined;
    const base = `/courses/${this.#slug}`;
    if (!moduleId) return base;
    const module = this.#modules.slice(0, folderLimit).find(({ entry }) => entry.id === moduleId);
    // A module without a challenge may turn out to be empty and be left out.
    if (!module || module.challenges.length === 0) return undefined;
    if (!challengeId) return `${base}/${module.slug}`;
    const challenge = module.challenges.slice(0, folderLimit - 1).find(({ entry }) => entry.id === challengeId);
    return challenge && `${base}/${module.slug}/${challenge.slug}`;
  };
}
