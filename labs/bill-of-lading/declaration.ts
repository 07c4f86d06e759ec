import { fetchAddress } from './machine.ts';
import { type Element, parseXml, XmlError } from './xml.ts';

export interface Item {
  text: string;
  crates: number;
  kilograms: number;
}

export interface Declaration {
  shipper: string;
  consignee: string;
  vessel: string;
  items: Item[];
}

const MAX_ITEMS = 30;

/** @throws XmlError if the document is not a declaration */
export function readDeclaration(text: string): Declaration {
  // The hole: a stranger's document names the files and addresses that are read
  const root = parseXml(text, { allowDoctype: true, fetch: fetchAddress });
  if (root.name !== 'declaration') throw new XmlError(`the document is a ${root.name}, not a declaration`);
  const items = childrenOf(root, 'goods').flatMap((goods) => childrenOf(goods, 'item'));
  if (items.length > MAX_ITEMS) throw new XmlError('a declaration can have up to thirty items');
  return {
    shipper: field(root, 'shipper'),
    consignee: field(root, 'consignee'),
    vessel: field(root, 'vessel'),
    items: items.map((item) => ({
      text: textOf(item),
      crates: amount(item, 'crates'),
      kilograms: amount(item, 'weight'),
    })),
  };
}

const childrenOf = ({ children }: Element, name: string): Element[] =>
  children.filter((child): child is Element => typeof child !== 'string' && child.name === name);

const field = (root: Element, name: string): string => childrenOf(root, name).map(textOf).join('\n');

const textOf = ({ children }: Element): string =>
  children
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('')
    .trim();

function amount(item: Element, attribute: string): number {
  const text = item.attributes.get(attribute) ?? '';
  return /^[0-9]{1,5}$/.test(text) ? Number(text) : 0;
}
