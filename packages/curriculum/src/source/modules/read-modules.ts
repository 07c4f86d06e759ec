import type { ModuleKind } from '@hexpedition/contract';
import type { Nodes, Root, RootContent } from 'mdast';
import type { Report } from '../../diagnostics.ts';
import { type ContainerDirective, type LeafDirective, wrongFormText } from '../../markdown/directive.ts';
import { isShown, lineOf } from '../../markdown/syntax-tree.ts';
import type { ContentModule } from '../curriculum-types.ts';
import type { ModuleContext } from './module-context.ts';
import type { ModuleDraft, ModuleReader } from './module-reader.ts';
import { isModuleName, moduleReaders } from './module-readers.ts';

/** Splits a lesson into its modules: each module directive, and one text module for everything between two of them. */
export function readModules(root: Root, context: ModuleContext): ContentModule[] {
  const modules: ContentModule[] = [];
  const add = (kind: ModuleKind, module: ModuleDraft | undefined, first: RootContent, last = first): void => {
    if (!module) return;
    const line = lineOf(first);
    if (modules.some(({ id }) => id === module.id)) {
      context.report(line, 'module-duplicate', `This lesson has two modules with the id "${module.id}".`);
    }
    const { id, data, secret, flag = null } = module;
    modules.push({ id, kind, position: modules.length, data: { ...data }, secret: { ...secret }, flag });
    context.blocks.push({ id: module.id, from: line, to: last.position?.end.line ?? line });
  };

  let texts = 0;
  let pending: RootContent[] = [];
  const flush = (): void => {
    const [first, last] = [pending[0], pending.at(-1)];
    if (first && pending.some(isShown)) {
      texts += 1;
      add('text', textModule(pending, `text-${texts}`, context), first, last);
    }
    pending = [];
  };

  for (const node of root.children) {
    if ((node.type !== 'containerDirective' && node.type !== 'leafDirective') || !isModuleName(node.name)) {
      pending.push(node);
      continue;
    }
    flush();
    checkFootnotes(node.name, node, context.report);
    add(node.name, readDirective(moduleReaders[node.name], node, context), node);
  }
  flush();
  return modules;
}

function textModule(nodes: RootContent[], id: string, { document }: ModuleContext): ModuleDraft {
  const { html, headings } = document.block(nodes, id);
  return { id, data: { html, headings } };
}

function readDirective(
  reader: ModuleReader,
  node: ContainerDirective | LeafDirective,
  context: ModuleContext,
): ModuleDraft | undefined {
  if (reader.form === 'container' && node.type === 'containerDirective') return reader.read(node, context);
  if (reader.form === 'leaf' && node.type === 'leafDirective') return reader.read(node, context);
  context.report(lineOf(node), 'directive-unknown', wrongFormText(node.name, reader.form));
  return undefined;
}

function checkFootnotes(kind: string, node: Nodes, report: Report): void {
  if (node.type === 'footnoteReference')
    report(lineOf(node), 'footnote-place', `Footnotes are not allowed in a ${kind}. Move this one to the text.`);
  if ('children' in node) for (const child of node.children) checkFootnotes(kind, child, report);
}
