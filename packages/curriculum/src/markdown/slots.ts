import { randomBytes } from 'node:crypto';
import type { Element, ElementContent, Root, RootContent } from 'hast';
import type { BlockContent, DefinitionContent, PhrasingContent } from 'mdast';

type Build = (children: ElementContent[]) => ElementContent[];

/**
 * Placeholders for HTML that we generate (code, figures, admonitions) in a tree that is sanitised in between. A
 * placeholder element goes through the sanitiser with the author's content in it and is replaced afterwards. This
 * keeps the sanitiser's allowlist short. Keys are random, so an author's HTML cannot forge a placeholder.
 */
export class Slots {
  readonly #nonce = randomBytes(12).toString('hex');
  readonly #builds: Build[] = [];

  /** Returns a Markdown node that is replaced with the result of `build` on its sanitised children. */
  add(children: (BlockContent | DefinitionContent)[], build: Build): BlockContent {
    const hProperties = { dataSlot: this.#keyOf(build) };
    return { type: 'containerDirective', name: 'slot', children, data: { hName: 'div', hProperties } };
  }

  /** Same as `add`, inside a sentence. */
  addInline(build: () => ElementContent[]): PhrasingContent {
    const hProperties = { dataSlot: this.#keyOf(build) };
    return { type: 'textDirective', name: 'slot', children: [], data: { hName: 'span', hProperties } };
  }

  #keyOf(build: Build): string {
    this.#builds.push(build);
    return `${this.#nonce}-${this.#builds.length - 1}`;
  }

  /** Replaces every placeholder of a sanitised tree. */
  fill(parent: Root | Element): void {
    const children = (parent.children as RootContent[]).flatMap((child): RootContent[] => {
      if (child.type !== 'element') return [child];
      this.fill(child);
      const build = this.#find(child.properties.dataSlot);
      if (build) return build(child.children);
      delete child.properties.dataSlot;
      return [child];
    });
    parent.children = children as ElementContent[];
  }

  #find(key: unknown): Build | undefined {
    if (typeof key !== 'string' || !key.startsWith(`${this.#nonce}-`)) return undefined;
    return this.#builds[Number(key.slice(this.#nonce.length + 1))];
  }
}
