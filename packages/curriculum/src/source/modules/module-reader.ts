import type { Module, ModuleKind } from '@hexpedition/contract';
import type { Nodes } from 'mdast';
import type { ContainerDirective, LeafDirective } from '../../markdown/directive.ts';
import type { LessonFlag } from '../curriculum-types.ts';
import type { ModuleContext } from './module-context.ts';

/** Fields of a kind in the contract, without those of every module. */
export type ModuleFields<K extends ModuleKind> = Omit<Extract<Module, { kind: K }>, 'kind' | 'id'>;

/** A module without its kind and position. */
export interface ModuleDraft<Data extends object = object> {
  id: string;
  /** The part that a visitor may see. */
  data: Data;
  /** Right answers and explanations, if there are any. */
  secret?: object;
  flag?: LessonFlag;
}

interface Reader<Node, Data extends object> {
  /** Attributes whose change learners notice, besides `alt`, `slug`, `kind` and `answers`. */
  noticed?: readonly string[];
  /** Attributes with paths of files, besides `src`. */
  files?: readonly string[];
  /** Returns the children whose change learners notice. By default all of them. */
  noticedChildren?(node: Node): readonly Nodes[];
  /** Returns undefined, after a report, if the directive is invalid. */
  read(node: Node, context: ModuleContext): ModuleDraft<Data> | undefined;
}

/** Reader of a directive with content: `:::name[…]{…}`, closed by `:::`. */
export interface ContainerReader<Data extends object = object> extends Reader<ContainerDirective, Data> {
  form: 'container';
}

/** Reader of a directive on one line: `::name[…]{…}`. */
export interface LeafReader<Data extends object = object> extends Reader<LeafDirective, Data> {
  form: 'leaf';
}

export type ModuleReader = ContainerReader | LeafReader;
