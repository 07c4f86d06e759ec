/*
 * A small reader of XML 1.0: elements, attributes, entities and document type definitions. It does not validate against
 * a DTD.
 */

export interface Element {
  name: string;
  attributes: Map<string, string>;
  children: (Element | string)[];
}

/** An error in a document, with its position. */
export class XmlError extends Error {
  override name = 'XmlError';
}

export interface Options {
  /** Whether a document may contain a document type definition. */
  allowDoctype: boolean;
  /** Returns the contents of an external entity. If omitted, external entities are rejected. */
  fetch?: (address: string) => string;
}

type Entity = { text: string } | { address: string };

/** Maximum characters to which all entities of a document may expand, and maximum depth of entities and elements. */
const MAX_LENGTH = 100_000;
const MAX_ENTITY_DEPTH = 16;
const MAX_ELEMENT_DEPTH = 100;

const predefined = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const NAME = /[\p{L}_:][\p{L}\p{N}_:.-]*/uy;
const BLANK = /[ \t\r\n]*/y;

export function parseXml(text: string, options: Options): Element {
  return new Reader(text.replace(/^\uFEFF/, ''), new Doctype(options)).document();
}

/** Definitions of a document type definition, for all texts of which a document consists. */
class Doctype {
  readonly options: Options;
  readonly general = new Map<string, Entity>();
  readonly parameter = new Map<string, Entity>();
  private unfolded = 0;

  constructor(options: Options) {
    this.options = options;
  }

  /** @throws XmlError for an entity that is not defined, cannot be fetched, or expands too far */
  textOf(entity: Entity | undefined, name: string): string {
    if (!entity) throw new XmlError(`the entity ${name} is not defined`);
    const text = 'text' in entity ? entity.text : this.fetch(entity.address);
    this.unfolded += text.length + 20;
    if (this.unfolded > MAX_LENGTH) throw new XmlError('the entities expand to too much text');
    return text;
  }

  private fetch(address: string): string {
    if (!this.options.fetch) throw new XmlError('external entities are not read here');
    try {
      // A fetched text may begin with its own declaration
      return this.options.fetch(address).replace(/^<\?xml[^>]*\?>/, '');
    } catch (error) {
      throw new XmlError(error instanceof Error ? error.message : `${address} cannot be read`);
    }
  }
}

class Reader {
  private at = 0;
  private readonly text: string;
  private readonly doctype: Doctype;
  /** Depth of this text in entities. */
  private readonly depth: number;

  constructor(text: string, doctype: Doctype, depth = 0) {
    this.text = text;
    this.doctype = doctype;
    this.depth = depth;
  }

  document(): Element {
    this.between();
    if (this.next('<!DOCTYPE')) {
      if (!this.doctype.options.allowDoctype) this.fail('a DOCTYPE is not accepted here');
      this.definition();
      this.between();
    }
    if (!this.next('<')) this.fail('the first element is missing here');
    const root = this.element(0);
    this.between();
    if (this.at < this.text.length) this.fail('something follows the last element');
    return root;
  }

  /** Reads text and elements up to an end tag or the end of the text. */
  content(depth: number): (Element | string)[] {
    const children: (Element | string)[] = [];
    let words = '';
    const add = (found: Element | string) => {
      if (typeof found === 'string') words += found;
      else {
        if (words) children.push(words);
        words = '';
        children.push(found);
      }
    };
    while (this.at < this.text.length && !this.text.startsWith('</', this.at)) {
      if (this.next('<![CDATA[')) add(this.upTo(']]>'));
      else if (this.next('<!--')) this.upTo('-->');
      else if (this.next('<?')) this.upTo('?>');
      else if (this.next('<')) add(this.element(depth + 1));
      else if (this.next('&')) for (const found of this.reference(depth)) add(found);
      else {
        const end = this.text.slice(this.at).search(/[<&]/);
        add(this.text.slice(this.at, end < 0 ? undefined : this.at + end));
        this.at = end < 0 ? this.text.length : this.at + end;
      }
    }
    if (words) children.push(words);
    return children;
  }

  /** Reads an element after its `<`. */
  private element(depth: number): Element {
    if (depth > MAX_ELEMENT_DEPTH) this.fail('the elements are nested too deeply');
    const name = this.name('an element');
    const attributes = new Map<string, string>();
    for (;;) {
      const before = this.at;
      this.blank();
      if (this.next('/>')) return { name, attributes, children: [] };
      if (this.next('>')) break;
      if (this.at === before) this.fail(`the tag ${name} should end here`);
      const attribute = this.name(`an attribute of ${name}`);
      this.blank();
      if (!this.next('=')) this.fail(`the attribute ${attribute} has no value`);
      this.blank();
      attributes.set(attribute, this.attributeValue(this.quoted()));
    }
    const children = this.content(depth);
    if (!this.next('</')) this.fail(`the element ${name} does not end`);
    const end = this.name('an end tag');
    if (end !== name) this.fail(`${name} has the end tag ${end}`);
    this.blank();
    if (!this.next('>')) this.fail(`the end tag of ${name} should end here`);
    return { name, attributes, children };
  }

  /** Expands `&…;` after its `&`. */
  private reference(depth: number): (Element | string)[] {
    const character = this.character();
    if (character !== undefined) return [character];
    const name = this.name('an entity');
    if (!this.next(';')) this.fail(`&${name} should end with a semicolon`);
    const simple = predefined.get(name);
    if (simple !== undefined) return [simple];
    const text = this.ask(this.doctype.general.get(name), name);
    const inner = new Reader(text, this.doctype, this.deeper());
    const children = inner.content(depth);
    if (inner.at < text.length) this.fail(`the entity ${name} ends an element that began outside it`);
    return children;
  }

  /** Expands references in an attribute, where external entities are not allowed. */
  private attributeValue(raw: string): string {
    if (raw.includes('<')) this.fail('an attribute holds a <');
    return raw.replace(/&(#?)([^;&\s]*);?/g, (whole, sharp, name) => {
      if (!whole.endsWith(';')) this.fail(`${whole} should end with a semicolon`);
      if (sharp) return fromCode(name) ?? this.fail(`${whole} is not a character`);
      const entity = this.doctype.general.get(name);
      if (entity && 'address' in entity) this.fail(`the external entity ${name} is used in an attribute`);
      const simple = predefined.get(name);
      if (simple !== undefined) return simple;
      const text = this.ask(entity, name);
      return new Reader(text, this.doctype, this.deeper()).attributeValue(text);
    });
  }

  /** Reads a document type definition after `<!DOCTYPE`. */
  private definition(): void {
    this.blank();
    this.name('the document type');
    this.blank();
    const external = this.externalId();
    this.blank();
    if (this.next('[')) {
      this.declarations(']');
      this.blank();
    }
    if (!this.next('>')) this.fail('the DOCTYPE should end here');
    if (external !== undefined) this.include({ address: external }, external);
  }

  /** Reads declarations up to `end`, or to the end of the text. */
  private declarations(end?: string): void {
    for (;;) {
      this.blank();
      if (end !== undefined && this.next(end)) return;
      if (this.at >= this.text.length) {
        if (end === undefined) return;
        this.fail('the DOCTYPE does not end');
      }
      if (this.next('<!--')) this.upTo('-->');
      else if (this.next('<?')) this.upTo('?>');
      else if (this.next('<!ENTITY')) this.entity();
      else if (this.next('%')) {
        const name = this.name('a parameter entity');
        if (!this.next(';')) this.fail(`%${name} should end with a semicolon`);
        this.include(this.doctype.parameter.get(name), name);
      } else if (this.next('<!')) this.otherDeclaration();
      else this.fail('a declaration is missing here');
    }
  }

  private include(entity: Entity | undefined, name: string): void {
    new Reader(this.ask(entity, name), this.doctype, this.deeper()).declarations();
  }

  /** Reads an entity after `<!ENTITY`. The first declaration of a name counts. */
  private entity(): void {
    this.blank();
    const isParameter = this.next('%');
    this.blank();
    const name = this.name('an entity');
    this.blank();
    const address = this.externalId();
    const entity = address === undefined ? { text: this.entityValue(this.quoted()) } : { address };
    this.blank();
    if (this.next('NDATA')) {
      this.blank();
      this.name('a notation');
      this.blank();
    }
    if (!this.next('>')) this.fail(`the declaration of ${name} should end here`);
    const entities = isParameter ? this.doctype.parameter : this.doctype.general;
    if (!entities.has(name)) entities.set(name, entity);
  }

  /**
   * Character references and parameter entities are replaced when an entity is declared, general entities when it is
   * used.
   */
  private entityValue(raw: string): string {
    return raw.replace(/&#([^;]*);|%([^;%\s]+);/g, (whole, code, name) =>
      name === undefined
        ? (fromCode(code) ?? this.fail(`${whole} is not a character`))
        : this.ask(this.doctype.parameter.get(name), name),
    );
  }

  /** `SYSTEM "address"` or `PUBLIC "name" "address"`. */
  private externalId(): string | undefined {
    if (this.next('PUBLIC')) {
      this.blank();
      this.quoted();
    } else if (!this.next('SYSTEM')) return undefined;
    this.blank();
    return this.quoted();
  }

  /** ELEMENT, ATTLIST and NOTATION define what is allowed, which is not checked here. */
  private otherDeclaration(): void {
    for (;;) {
      const found = /["'>]/.exec(this.text.slice(this.at));
      if (!found) this.fail('a declaration does not end');
      this.at += found.index;
      if (this.next('>')) return;
      this.quoted();
    }
  }

  /** Skips blanks, comments and processing instructions. */
  private between(): void {
    for (;;) {
      this.blank();
      if (this.next('<!--')) this.upTo('-->');
      else if (this.next('<?')) this.upTo('?>');
      else return;
    }
  }

  /** Reads `#…;` after `&`. */
  private character(): string | undefined {
    if (!this.next('#')) return undefined;
    const code = this.upTo(';');
    return fromCode(code) ?? this.fail(`&#${code.slice(0, 20)}; is not a character`);
  }

  private quoted(): string {
    const quote = this.text[this.at];
    if (quote !== '"' && quote !== "'") this.fail('a text in quotes is missing here');
    this.at++;
    return this.upTo(quote);
  }

  private upTo(end: string): string {
    const found = this.text.indexOf(end, this.at);
    if (found < 0) this.fail(`${end} is missing`);
    const between = this.text.slice(this.at, found);
    this.at = found + end.length;
    return between;
  }

  private name(what: string): string {
    NAME.lastIndex = this.at;
    const name = NAME.exec(this.text)?.[0] ?? this.fail(`the name of ${what} is missing here`);
    this.at += name.length;
    return name;
  }

  private blank(): void {
    BLANK.lastIndex = this.at;
    this.at += BLANK.exec(this.text)?.[0].length ?? 0;
  }

  private next(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  private ask(entity: Entity | undefined, name: string): string {
    try {
      return this.doctype.textOf(entity, name);
    } catch (error) {
      if (error instanceof XmlError) this.fail(error.message);
      throw error;
    }
  }

  private deeper(): number {
    if (this.depth >= MAX_ENTITY_DEPTH) this.fail('the entities are nested too deeply');
    return this.depth + 1;
  }

  private fail(message: string): never {
    // Inside an entity, a line number would not help
    const line = this.text.slice(0, this.at).split('\n').length;
    throw new XmlError(this.depth > 0 ? `in an entity, line ${line}: ${message}` : `line ${line}: ${message}`);
  }
}

function fromCode(code: string): string | undefined {
  const number = /^x[0-9a-f]{1,6}$/i.test(code)
    ? Number.parseInt(code.slice(1), 16)
    : /^[0-9]{1,7}$/.test(code)
      ? Number(code)
      : 0;
  return number > 0 && number <= 0x10ffff ? String.fromCodePoint(number) : undefined;
}
