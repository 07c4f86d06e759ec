import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';
import type { Program } from './tcp.ts';

const word = randomBytes(5).toString('hex');

/** Addresses of the two services that are not public. */
export const hidden = {
  address: `192.0.2.${randomInt(60, 100)}`,
  board: randomInt(2000, 9900),
  ledger: randomInt(2000, 9900),
};

export const names: Record<string, string> = {
  'gate.authority.example': '192.0.2.1',
  'www.authority.example': '192.0.2.10',
  'ns.authority.example': '192.0.2.53',
};

/** The name server: a query is a name. */
export function answerName(question: string): string {
  const name = question
    .trim()
    .toLowerCase()
    .replace(/^(a|any)\??\s+/, '')
    .replace(/\.$/, '');
  const address = Object.hasOwn(names, name) ? names[name] : undefined;
  return address ? `${name} has address ${address}` : `${name.slice(0, 80)}: no such name. We would know it.`;
}

/** The duty board, which answers any input with one line. */
export function answerBoard(datagram: string): string {
  switch (datagram.trim().toUpperCase()) {
    case 'HELP':
      return 'DUTY BOARD. It knows HELP, DUTY and WATCHWORD.';
    case 'DUTY':
      return 'Tonight: Thorsen (gate), Abalo (ledger), a cat (mice). The cat is the only one who has signed in.';
    case 'WATCHWORD':
      return `Watchword until midnight: ${word}. The ledger asks for it; it listens on this machine, by TCP, above port 1023. Note for the book: ${readFlag('board')}`;
    default:
      return 'DUTY BOARD of the Port Authority. Say HELP. You are inside our network, or you could not read this.';
  }
}

const pages = [
  'Ferry "Halmer", 112 passengers, 1 goat. The goat paid.',
  'Tug "Patience", no cargo, no hurry.',
  'Barque "Second Wind", ballast. The ballast was cheese.',
  'Nobody. It was a Sunday.',
  'Ferry "Halmer", 109 passengers, 0 goats. Three passengers are being asked.',
  'Rowing boat, nameless. Captain R. Moss (ret.) says that it is a frigate.',
  'Fog. Seventeen horns counted, one of them a tuba.',
  'Page torn out. The cat was on duty.',
];

/** The ledger: a password, then pages. */
export const ledger: Program = {
  greeting: 'LEDGER of the Port Authority. WORD <watchword> opens it.\r\n',
  answer: (line, memory) => {
    const [, verb = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
    if (verb.toUpperCase() === 'QUIT') return undefined;
    if (verb.toUpperCase() === 'WORD') {
      memory.opened = sameWord(rest.trim());
      return memory.opened ? 'Good watch. PAGE 1 to PAGE 9, QUIT.\r\n' : 'That is not the word.\r\n';
    }
    if (!memory.opened) return 'The ledger is shut. WORD <watchword> opens it.\r\n';
    if (verb.toUpperCase() !== 'PAGE') return 'PAGE 1 to PAGE 9, QUIT.\r\n';
    const number = Number(rest);
    if (number === 9) {
      return `Berth 9, by night, no name, no flag on the mast. One in the hold: ${readFlag('ledger')}\r\n`;
    }
    return `${pages[number - 1] ?? 'The ledger has nine pages.'}\r\n`;
  },
};

const sameWord = (given: string): boolean => {
  const bytes = Buffer.from(given);
  return bytes.length === word.length && timingSafeEqual(bytes, Buffer.from(word));
};

export const website: Program = {
  greeting: '',
  answer: (line) => {
    if (!/^(GET|HEAD) /.test(line)) return 'HTTP/1.0 400 Bad Request\r\n\r\nThis desk speaks HTTP.\r\n';
    return 'HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nPORT AUTHORITY. We count ships. Another machine counts them. It does not answer requests from outside.\r\n';
  },
};
