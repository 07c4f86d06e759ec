import { Module, type ModuleKind, moduleKinds } from '@hexpedition/contract';
import { readFolder } from '@hexpedition/curriculum/source/curriculum-folder';
import { moduleReaders } from '@hexpedition/curriculum/source/modules/module-readers';
import { readLesson } from '@hexpedition/curriculum/source/read-lesson';
import { fileOf, SourceTree } from '@hexpedition/curriculum/source/source-tree';
import { lesson, testLabs } from '@hexpedition/curriculum/testing/curriculum-files';
import { fixtureFolder } from '@hexpedition/curriculum/testing/fixture-folder';
import { expect, it } from 'vitest';
import { presentModule } from '../apps/server/src/features/content/lesson-module.presenter.ts';
import { moduleKinds as webKinds } from '../apps/web/src/entities/lesson/module-kinds.tsx';

/** Files, lab and drill that templates refer to; those of the fixture. */
const sources: Partial<Record<ModuleKind, string>> = {
  video: 'videos/harbour.webm',
  file: 'files/request.txt',
  demo: 'demos/shift.html',
  lab: 'lost-luggage',
  drill: 'xor-bytes',
};

it('each kind of module has a reader and an editor template, which the server presents as in the contract', async () => {
  expect(Object.keys(moduleReaders).sort()).toEqual(moduleKinds.filter((kind) => kind !== 'text').sort());
  expect(Object.keys(webKinds).sort()).toEqual([...moduleKinds].sort());
  const { files } = await readFolder(fixtureFolder);
  const path = 'tests/kinds/01-modules/07-template.md';
  for (const kind of moduleKinds) {
    const { markdown, select } = webKinds[kind].template({ id: 'my-1', source: sources[kind] ?? '', captions: [] });
    expect(markdown).toContain(select);
    const file = fileOf(Buffer.from(lesson('sub-template', markdown)));
    const { modules, diagnostics } = await readLesson(
      new SourceTree(new Map([...files, [path, file]])),
      path,
      testLabs,
    );
    // The author replaces these texts before the lesson is published.
    const problems = diagnostics.filter(({ code }) => code !== 'placeholder');
    expect(problems, markdown).toEqual([]);
    const own = modules.filter((module) => module.kind === kind);
    const presented = own.map((module) => presentModule({ ...module, lab_name: null, question_pk: null }));
    expect(presented, markdown).toHaveLength(1);
    expect(presented.map((module) => Module.parse(module))).toEqual(presented);
  }
});
