import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isScalar, parseDocument, Scalar } from 'yaml';

/** Key → new value; undefined removes the key. */
export type Values = Record<string, unknown>;

/**
 * Sets keys of a YAML text and leaves everything else unchanged: other keys, their order, comments and quotes. Keys
 * that already have the value stay untouched.
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
  // Does not rewrap lines.
  return isChanged ? document.toString({ lineWidth: 0, flowCollectionPadding: false }) : source;
}

/** Writes a multi-line text in readable form: `key: |`. Keeps a comment after the old value. */
function setKey(document: Document, key: string, value: unknown): void {
  const old = document.get(key, true);
  const node = document.createNode(value, { flow: true });
  if (isScalar(node)) {
    if (typeof value === 'string' && value.includes('\n')) node.type = Scalar.BLOCK_LITERAL;
    if (isScalar(old) && old.comment && node.type !== Scalar.BLOCK_LITERAL) node.comment = old.comment;
  }
  document.set(key, node);
}

/** Returns the value of a key if the text is YAML and the value is a string; else undefined. */
export function textOfKey(source: string, key: string): string | undefined {
  const document = parseDocument(source);
  const value: unknown = isMap(document.contents) ? document.get(key) : undefined;
  return typeof value === 'string' ? value : undefined;
}
