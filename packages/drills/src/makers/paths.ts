import { posix } from 'node:path';
import type { Drill } from '../drill.ts';
import { shuffled } from '../lists.ts';
import { normalizeExact, normalizeText } from '../normalize-answer.ts';
import type { Random } from '../random.ts';
import { codeWord, nouns } from '../words.ts';

/** A step that the server applies to a name before it appends it to the folder. */
type Work = 'strip' | 'decode';

const code: Record<Work, string> = {
  strip: 'name = name.replace("../", "")',
  decode: 'name = unquote(name)',
};
const work: Record<Work, (name: string) => string> = {
  strip: (name) => name.replaceAll('../', ''),
  decode: (name) => decodeURIComponent(name),
};

/** Servers with their steps: spellings of `../` that pass, and others that are removed. */
const doors: readonly { does: readonly Work[]; up: readonly string[]; lost: readonly string[] }[] = [
  { does: [], up: ['../', '..%2f', '%2e%2e/', '%2e%2e%2f'], lost: [] },
  { does: ['strip'], up: ['....//', '....%2f%2f', '..%2e%2e//'], lost: ['../', '..%2f', '%2e%2e/'] },
  { does: ['strip', 'decode'], up: ['....//', '..%252f', '%252e%252e/', '%252e%252e%252f'], lost: ['../', '..%2f'] },
  {
    does: ['decode', 'strip'],
    up: ['....//', '....%2f/', '....%252f%252f'],
    lost: ['../', '..%252f', '%252e%252e%252f'],
  },
];

const folders = ['north', 'bay', 'reef', 'mole', 'office', 'old', 'ice', 'fog'];
const rootOf = (random: Random): string => `/srv/${random.some(['charts', ...folders], random.int(2, 3)).join('/')}`;

/** Returns the names in an archive, of which one is a program outside of the target folder. */
function archive(random: Random, target: string): { names: string[]; program: string } {
  const depth = target.split('/').length - 1;
  const up = random.int(1, depth);
  const detour = random.int(0, 1) === 1 ? `${random.pick(folders)}/../` : '';
  const into = random.some(['srv', 'drafts', 'lost', 'attic', 'spare', 'queue'], random.int(1, 2)).join('/');
  const program = `${detour}${'../'.repeat(up)}${into}/${codeWord(random)}.py`;
  const others = [
    `${random.pick(nouns)}.gif`,
    `${random.pick(folders)}/${random.pick(nouns)}.txt`,
    `../${codeWord(random)}.txt`,
  ];
  return { names: shuffled(random, [program, ...others]), program };
}

const places = ['/srv', '/srv/customs', '/srv/customs/in', '/srv/customs/in/7', '/srv/customs/office', '/srv/office'];
/** Addresses of `pin.txt` relative to `/srv/customs/in/7/declaration.xml`, with the folder of each. */
const references = [
  ['pin.txt', '/srv/customs/in/7'],
  ['../pin.txt', '/srv/customs/in'],
  ['../../pin.txt', '/srv/customs'],
  ['../../../pin.txt', '/srv'],
  ['../../office/pin.txt', '/srv/customs/office'],
  ['/srv/office/pin.txt', '/srv/office'],
  ['file:///srv/customs/pin.txt', '/srv/customs'],
] as const;

export const pathDrills = {
  'path-door': {
    form: 'the complete path, from the first slash, without . and .. in it',
    isDistinct: false,
    normalize: normalizeExact,
    make: (random) => {
      for (;;) {
        const [root, door] = [rootOf(random), random.pick(doors)];
        const depth = root.split('/').length - 1;
        const climbs = Array.from({ length: random.int(1, depth) }, () => random.pick(door.up));
        const lost = door.lost.length === 0 ? [] : [random.pick(door.lost), random.pick(door.lost)];
        const detours = Array.from({ length: random.int(0, 1) }, () => `${random.pick(folders)}/`);
        const file = `${random.pick(folders)}/${codeWord(random)}.txt`;
        const asked = shuffled(random, [...climbs, ...lost, ...detours]).join('') + file;
        const stages = [decodeURIComponent(asked)];
        for (const one of door.does) stages.push(work[one](stages.at(-1) ?? ''));
        const name = stages.at(-1) ?? '';
        const answer = posix.normalize(`${root}/${name}`);
        if (answer.startsWith(`${root}/`)) continue;
        return {
          given: [
            {
              label: 'The code; the web server has already decoded the name once',
              text: [
                `ROOT = "${root}"`,
                'def chart(name):',
                ...[...door.does.map((one) => code[one]), 'return os.path.join(ROOT, name)'].map(
                  (line) => `    ${line}`,
                ),
              ].join('\n'),
            },
            { label: 'The name as it is sent, with --path-as-is', text: asked },
          ],
          answer,
          solution: [
            `The web server decodes once: \`${stages[0]}\`.`,
            door.does.length === 0
              ? 'The code does not change it.'
              : `${door.does.map((one, i) => `\`${code[one]}\` turns it into \`${stages[i + 1]}\``).join(', then ')}. The code removes parts once, from left to right, and does not search the result again.`,
            `The system reads the path part by part, and each \`..\` removes the folder before it: \`import posixpath; print(posixpath.normpath("${root}/${name}"))\``,
          ],
        };
      }
    },
  },
  'path-include': {
    form: 'the shortest value of page, without .py',
    isDistinct: false,
    normalize: normalizeExact,
    make: (random) => {
      const home = `/srv/${random.some(['lantern', ...nouns], random.int(1, 2)).join('/')}`;
      const pages = random.pick(['pages', 'site/pages', 'rooms']);
      const target = random.pick([
        `${home}/uploads`,
        `/var/spool/${random.pick(nouns)}`,
        `${home}/${random.pick(nouns)}/in`,
      ]);
      const { names, program } = archive(random, target);
      const landed = posix.normalize(`${target}/${program}`);
      const page = posix.relative(`${home}/${pages}`, landed).slice(0, -'.py'.length);
      const ups = page.split('/').filter((part) => part === '..').length;
      return {
        given: [
          { label: 'An archive that the server accepts', text: names.join('\n') },
          {
            label: 'The server writes each file to',
            text: `os.path.join("${target}", name)`,
          },
          {
            label: `For ?page=… it runs, in ${home}`,
            text: `runpy.run_path("${pages}/" + page + ".py")`,
          },
          { label: 'Find', text: 'the value of page that runs the program from the archive' },
        ],
        answer: page,
        solution: [
          `The program's name contains dots, and the server does not remove them: \`${target}/${program}\` is \`${landed}\`.`,
          `The page begins in \`${home}/${pages}\`. The last common folder of both paths is ${ups} ${ups === 1 ? 'step' : 'steps'} up, and from there the path goes down. The server appends \`.py\`.`,
          `\`import posixpath; print(posixpath.relpath("${landed}", "${home}/${pages}")[:-3])\``,
        ],
      };
    },
  },
  'xml-entities': {
    form: 'the text of cargo',
    isDistinct: true,
    normalize: normalizeText,
    make: (random) => {
      const contents = new Map(places.map((folder) => [folder, codeWord(random)]));
      const one = random.pick(references);
      const [two = one, unused] = random.some(
        references.filter(([, folder]) => folder !== one[1]),
        2,
      );
      const [a, b, c, d] = random.some(['lamp', 'fog', 'gull', 'tide', 'mole', 'crew'], 4) as [
        string,
        string,
        string,
        string,
      ];
      const [between, behind] = [
        random.pick(['-and-', '.', '/', '+']),
        random.pick([' sealed', ' unsealed', ' by night']),
      ];
      const external = (name: string, reference = one) => `  <!ENTITY ${name} SYSTEM "${reference[0]}">`;
      const lines = shuffled(random, [
        external(a),
        external(b, two),
        external(d, unused),
        `  <!ENTITY ${c} "&${b};${between}&${a};">`,
      ]);
      const of = ([, folder] = one) => contents.get(folder) ?? '';
      return {
        given: [
          {
            label: '/srv/customs/in/7/declaration.xml',
            text: ['<!DOCTYPE cargo [', ...lines, ']>', `<cargo>&${c};${behind}, &${a};</cargo>`].join('\n'),
          },
          {
            label: 'Files on the server',
            text: [...contents].map(([folder, text]) => `${folder}/pin.txt  ${text}`).join('\n'),
          },
          {
            label: 'The parser',
            text: 'fetches any address. An address without a scheme is relative to the folder of the declaration.',
          },
        ],
        answer: `${of(two)}${between}${of(one)}${behind}, ${of(one)}`,
        solution: [
          `\`&${c};\` consists of two others, so \`cargo\` is \`&${b};${between}&${a};${behind}, &${a};\`. \`&${d};\` is never used.`,
          `A name is relative to the document's own folder, \`/srv/customs/in/7\`, and \`..\` is one folder up from there. A slash at the beginning, or after \`file://\`, starts at the root. So \`&${a};\` is in \`${one[1]}\`, and \`&${b};\` is in \`${two[1]}\`.`,
          `Insert the contents of the files: \`${of(one)}\` for \`&${a};\`, \`${of(two)}\` for \`&${b};\`.`,
        ],
      };
    },
  },
} as const satisfies Record<string, Drill>;
