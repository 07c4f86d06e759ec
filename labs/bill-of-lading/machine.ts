import { readFlag } from '@hexpedition/lab-runtime/kit';

/* A model of the machine in the customs house. Nothing here touches the disk or the network of the real machine. */

/** Folder in which declarations are read. Relative addresses start here. */
const HERE = 'file:///srv/customs/inbox/';
export const INTAKE = '/srv/customs/intake.conf';
const EXCEPTIONS = '/home/odile/not-to-be-opened.txt';
const SEALS = 'http://seals.customs.internal:8631';

/** Only their owner may read these files. */
const locked = ['/etc/shadow', '/root/'];

const files: Record<string, () => string> = {
  '/etc/hostname': () => 'counter-2\n',
  '/etc/hosts': () => '127.0.0.1 localhost counter-2\n10.4.0.9 seals.customs.internal\n',
  '/etc/passwd': () => `root:x:0:0:root:/root:/bin/sh
daemon:x:1:1:daemon:/:/usr/sbin/nologin
customs:x:990:990:reads declarations:/srv/customs:/usr/sbin/nologin
odile:x:1001:100:Inspector Odile Brandt:/home/odile:/bin/sh
pell:x:1002:100:Pell, on loan from the pier:/home/pell:/bin/sh
`,
  '/etc/shadow': () => '',
  '/home/odile/lunch.txt': () => 'Monday: cheese. Tuesday: cheese. All of it has been inspected.\n',
  [EXCEPTIONS]: () => `Crates that pass unopened. For the counter only.

  A tuba. It has been opened once.
  Anything that ticks in the key of D.
  Captain Moss's luggage. He packs confetti under pressure.
  The crate with iron bands. It is expected. The password of the person who collects it:
  ${readFlag('exceptions')}

Each of them gets the master seal. The seal office has it, at ${SEALS}/
and answers only this machine.
`,
  '/home/pell/todo.txt': () => '1. Give back the key of the pier.\n2. Find the key of the pier.\n',
  '/root/.profile': () => '',
  [INTAKE]: () => `# How declarations are taken in
inbox      = /srv/customs/inbox
tariff     = /srv/customs/tariff.txt
exceptions = ${EXCEPTIONS}
reader     = our own, it also expands entities
`,
  '/srv/customs/tariff.txt': () => 'each kilogram: 2 crowns\neach crate: 5 crowns\neach question: 7 crowns\n',
  '/srv/customs/inbox/0412.xml': () => '<declaration><vessel>Curlew</vessel></declaration>\n',
};

/** Response of the seal office to the machine in the customs house. */
const seals: Record<string, () => string> = {
  '/': () =>
    'Seal office. For the machines of the customs house.\nGET /today   the seal of today\nGET /master  the seal that skips all inspections\n',
  '/today': () => 'A gull, facing left.\n',
  '/master': () => `A gull, facing you. Number ${readFlag('seal')}\n`,
};

/** @throws Error with the reason if the address cannot be read */
export function fetchAddress(address: string): string {
  if (!URL.canParse(address, HERE)) throw new Error(`${address.slice(0, 200)} is not an address`);
  const url = new URL(address, HERE);
  if (url.protocol === 'file:') return readFile(url);
  if (url.protocol === 'http:') return ask(url);
  throw new Error(`this reader does not support ${url.protocol.slice(0, 40)}`);
}

/** A folder reads as a list of its contents, as in the XML readers of some other languages. */
function readFile(url: URL): string {
  const path = decode(url.pathname);
  if (url.hostname !== '' && url.hostname !== 'localhost')
    throw new Error(`files of ${url.hostname} are not on this machine`);
  if (locked.some((one) => `${path}/`.startsWith(one) || path === one)) throw new Error(`${path}: permission denied`);
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  if (file) return file();
  const folder = path.endsWith('/') ? path : `${path}/`;
  const names = Object.keys(files)
    .filter((one) => one.startsWith(folder))
    .map((one) => one.slice(folder.length).split('/')[0]);
  if (names.length === 0) throw new Error(`${path}: no such file`);
  return `${[...new Set(names)].join('\n')}\n`;
}

function ask(url: URL): string {
  const here = ['localhost', '127.0.0.1', 'counter-2'];
  if (here.includes(url.hostname)) throw new Error(`${url.host}: connection refused`);
  if (url.hostname !== 'seals.customs.internal' && url.hostname !== '10.4.0.9') {
    throw new Error(`${url.hostname.slice(0, 100)}: no such host, and this machine cannot connect to the internet`);
  }
  if (url.port !== '8631') throw new Error(`${url.host}: connection refused`);
  const page = Object.hasOwn(seals, url.pathname) ? seals[url.pathname] : undefined;
  if (!page) throw new Error(`${url.href.slice(0, 200)}: 404 Not Found`);
  return page();
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
