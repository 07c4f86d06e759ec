import { closeSync, openSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of the templates of labels. */
const LABELS = fileURLToPath(new URL('./public/labels', import.meta.url));
/** Maximum bytes of a label. */
const MAX_LENGTH = 4096;

/** Talks. */
export class Parrot {
  name: string;
  phrases: string[];

  constructor(name: string, phrases: string[]) {
    this.name = name;
    this.phrases = phrases;
  }

  speak(): string {
    return this.phrases.map((phrase) => `${phrase}`).join(' ');
  }
}

/** Holds one parrot. */
export class Perch {
  height: number;
  bird: Parrot;

  constructor(height: number, bird: Parrot) {
    this.height = height;
    this.bird = bird;
  }

  listen(): { name: string; height: number; says: string } {
    return { name: this.bird.name, height: this.height, says: this.bird.speak() };
  }
}

/** Travels. */
export class Crate {
  owner: string;
  perches: Perch[];
  /** Answers of the parrots at the unpacking. */
  heard: { name: string; height: number; says: string }[] = [];

  constructor(owner: string, perches: Perch[]) {
    this.owner = owner;
    this.perches = perches;
  }

  /** Called after unpacking: calls the roll, and every parrot answers. */
  arrive(): void {
    this.heard = this.perches.map((perch) => perch.listen());
  }
}

/** Prints a label from a template and fills its gaps. */
export class Label {
  file: string;
  fields: Record<string, string | number>;

  constructor(kind: string, fields: Record<string, string | number>) {
    if (!/^[a-z]+$/.test(kind)) throw new Error('There is no label of this name.');
    this.file = `${LABELS}/${kind}.txt`;
    this.fields = fields;
  }

  print(): string {
    const file = openSync(this.file, 'r');
    try {
      const buffer = Buffer.alloc(MAX_LENGTH);
      const length = readSync(file, buffer, 0, MAX_LENGTH, null);
      const template = buffer.toString('utf8', 0, length);
      return template.replace(/\[(\w+)\]/g, (_, name) => String(this.fields?.[name] ?? ''));
    } finally {
      closeSync(file);
    }
  }
}

/** Returns the labels of a crate, one below the other. */
export class Docket {
  labels: Label[];

  constructor(labels: Label[]) {
    this.labels = labels;
  }

  toString(): string {
    return this.labels.map((label) => label.print()).join('\n');
  }
}

/** Parrots on offer. */
export const parrots: Parrot[] = [
  new Parrot('Admiral', ['I am a parrot.', 'I have always been a parrot.', 'Is that fish?']),
  new Parrot('Contessa', ['Three locks.', 'It is a clock.', 'I said nothing.']),
  new Parrot('Bosun', ['STOP.', 'Full stop.', 'STOP costs extra.']),
  new Parrot('Pellegrina', ['The right form.', 'Not that one.', 'The right one.']),
  new Parrot('Tuba', ['Please collect.', 'Please.']),
  new Parrot('No. 7', ['…']),
];

export const HEIGHTS = [20, 40, 60, 90];
export const MOST_PERCHES = 8;
