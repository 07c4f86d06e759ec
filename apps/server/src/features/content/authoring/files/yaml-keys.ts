import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isScalar, parseDocument, Scalar } from 'yaml';

/** What a key is to say; undefined takes the key away. */
export type Values = Record<string, unknown>;

/**
 * Writes keys of a YAML text and leaves everything else as its author wrote it: other keys, their order, comments,
 * quotes. Keys that say the same already are not touched.
 */
export function withKeys(source: string, values: Values): string {
  const document: Document = parseDocument(source);
  if (!isMap(document.contents)) document.contents = document.createNode({});
  let isChanged = false;
  for (const [key, value] of Object.entries(values)) {
    const before = document.has(key) ? (document.toJS() as Values)[key] : undefined;
    if (isDeepStrictEqual(before, value)) continue;
    isChanged = true;
    if (value === undefined) document.delete(key);
    else setKey(document, key, value);
  }
  // Lines are broken by authors alone.
  return isChanged ? document.toString({ lineWidth: 0, flowCollectionPadding: false }) : source;
}

/** A text that stands over several lines stays readable: `key: |`. A comment behind the old value stays there. */
function setKey(document: Document, key: string, value: unknown): void {
  const old = document.get(key, true);
  const node = document.createNode(value, { flow: true });
  if (isScalar(node)) {
    if (typeof value === 'string' && value.includes('\n')) node.type = Scalar.BLOCK_LITERAL;
    if (isScalar(old) && old.comment && node.type !== Scalar.BLOCK_LITERAL) node.comment = old.comment;
  }
  document.set(key, node);
}

/** The value of a key where the text is YAML and the value a text; else undefined. */
export function textOfKey(source: string, key: string): string | undefined {
  const document = parseDocument(source);
  const value: unknown = isMap(document.contents) ? document.get(key) : undefined;
  return typeof value === 'string' ? value : undefined;
}
