/** Code of the library's one function: copies 28 bytes, each XORed with the next letter of an eight-letter word. */
const CODE = Buffer.from(
  '31c983f91c742789c831d2be08000000f7f6488d05000000000fb61410488d050000000032140888140fffc1ebd4c6040f00c3',
  'hex',
);
/** Offsets of the addresses of the word and of the bytes in the code, and of the instructions after them. */
const TAKES_WORD = 0x15;
const TAKES_BYTES = 0x20;
const TEXT = 0x1000;
const RODATA = 0x2000;

const WORD_LENGTH = 8;

/** Builds a shared library for x86-64 that contains an obfuscated key. Debuggers and objdump can read it. */
export function library(key: string, word: string): Buffer {
  const hidden = Buffer.from(Buffer.from(key).map((byte, i) => byte ^ word.charCodeAt(i % WORD_LENGTH)));
  const rodata = Buffer.concat([Buffer.from(word.padEnd(16, '\0')), hidden]);
  const code = Buffer.from(CODE);
  code.writeInt32LE(RODATA - (TEXT + TAKES_WORD + 4), TAKES_WORD);
  code.writeInt32LE(RODATA + 16 - (TEXT + TAKES_BYTES + 4), TAKES_BYTES);
  const comment = Buffer.from('GCC: (Debian 12.2.0-14+deb12u1) 12.2.0\0');
  const names = Buffer.from('\0service_key\0');
  const symbols = Buffer.concat([Buffer.alloc(24), symbol(1, TEXT, code.length)]);
  const sections: Section[] = [
    { name: '', type: 0, flags: 0, at: 0, data: Buffer.alloc(0) },
    { name: '.text', type: 1, flags: 6, at: TEXT, data: code },
    { name: '.rodata', type: 1, flags: 2, at: RODATA, data: rodata },
    { name: '.comment', type: 1, flags: 0, at: 0x2040, data: comment },
    { name: '.symtab', type: 2, flags: 0, at: 0x2080, data: symbols, link: 5, info: 1, entry: 24 },
    { name: '.strtab', type: 3, flags: 0, at: 0x20c0, data: names },
  ];
  const sectionNames = Buffer.from(`${sections.map(({ name }) => `${name}\0`).join('')}.shstrtab\0`);
  sections.push({ name: '.shstrtab', type: 3, flags: 0, at: 0x20e0, data: sectionNames });
  const table = 0x2140;
  const file = Buffer.alloc(table + 64 * sections.length);
  writeHeader(file, table, sections.length);
  sections.forEach((section, i) => {
    section.data.copy(file, section.at);
    writeSection(file, table + 64 * i, section, sectionNames.indexOf(`${section.name}\0`));
  });
  return file;
}

interface Section {
  name: string;
  type: number;
  flags: number;
  /** In the file, and in memory. */
  at: number;
  data: Buffer;
  link?: number;
  info?: number;
  entry?: number;
}

function symbol(name: number, value: number, size: number): Buffer {
  const entry = Buffer.alloc(24);
  entry.writeUInt32LE(name, 0);
  // Global, a function, in section 1
  entry.writeUInt8(0x12, 4);
  entry.writeUInt16LE(1, 6);
  entry.writeUInt32LE(value, 8);
  entry.writeUInt32LE(size, 16);
  return entry;
}

function writeHeader(file: Buffer, table: number, sections: number): void {
  Buffer.from('7f454c46020101', 'hex').copy(file);
  file.writeUInt16LE(3, 16);
  file.writeUInt16LE(62, 18);
  file.writeUInt32LE(1, 20);
  file.writeUInt32LE(64, 32);
  file.writeUInt32LE(table, 40);
  file.writeUInt16LE(64, 52);
  file.writeUInt16LE(56, 54);
  file.writeUInt16LE(1, 56);
  file.writeUInt16LE(64, 58);
  file.writeUInt16LE(sections, 60);
  file.writeUInt16LE(sections - 1, 62);
  // One segment, readable and executable, with everything
  file.writeUInt32LE(1, 64);
  file.writeUInt32LE(5, 68);
  file.writeUInt32LE(table, 96);
  file.writeUInt32LE(table, 104);
  file.writeUInt32LE(0x1000, 112);
}

function writeSection(file: Buffer, at: number, section: Section, name: number): void {
  file.writeUInt32LE(section.name ? name : 0, at);
  file.writeUInt32LE(section.type, at + 4);
  file.writeUInt32LE(section.flags, at + 8);
  file.writeUInt32LE(section.flags ? section.at : 0, at + 16);
  file.writeUInt32LE(section.at, at + 24);
  file.writeUInt32LE(section.data.length, at + 32);
  file.writeUInt32LE(section.link ?? 0, at + 40);
  file.writeUInt32LE(section.info ?? 0, at + 44);
  file.writeUInt32LE(section.type ? (section.flags ? 16 : 1) : 0, at + 48);
  file.writeUInt32LE(section.entry ?? 0, at + 56);
}
