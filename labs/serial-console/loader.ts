import { BOOTDELAY, byteReader, FLASH, partitions } from './flash.ts';

/** Effect of a line at the prompt, besides output. */
export type Next = 'prompt' | 'boot' | 'reset';

const MAX_VARIABLES = 64;
/** Maximum commands that one line may run, because variables can run each other. */
const MAX_COMMANDS = 60;
/** Maximum characters of all variables. */
const MAX_ENV_LENGTH = 4096;

const PROMPT = 'horn> ';
const help = `boot                  - run the command in bootcmd
bootm addr            - boot a kernel from memory
echo [args]           - print the arguments
help                  - this list
md[.b|.w|.l] addr [n] - show memory
mtdparts              - show the partitions of the flash memory
printenv [name]       - show variables
reset                 - restart
run name              - run the commands in a variable
saveenv               - save the variables to flash
setenv name [value]   - set or clear a variable
version               - show the version
`;

/** The boot loader's command line. It lasts until the next reset; saved variables stay. */
export class Loader {
  readonly prompt = PROMPT;
  private env: Map<string, string>;
  private saved: Map<string, string>;
  private commands = 0;

  constructor(baud: number) {
    this.saved = new Map([
      ['baudrate', String(baud)],
      ['bootargs', `console=ttyS0,${baud} root=/dev/mtdblock3 rootfstype=squashfs init=/sbin/hornd`],
      ['bootcmd', 'bootm 9f050000'],
      ['bootdelay', String(BOOTDELAY)],
      ['serial', 'HM3-00417'],
      ['silence', 'no such command'],
    ]);
    this.env = new Map(this.saved);
  }

  /** Resets the variables at power-up. */
  restart(): void {
    this.env = new Map(this.saved);
  }

  get bootargs(): string {
    return this.env.get('bootargs') ?? '';
  }

  /** Runs a line. Semicolons separate commands. */
  execute(line: string, depth = 0): { output: string; next: Next } {
    if (depth === 0) this.commands = 0;
    let output = '';
    for (const command of line.split(';')) {
      if (++this.commands > MAX_COMMANDS) return { output: `${output}## Too many commands\n`, next: 'prompt' };
      const words = this.substitute(command).trim().split(/\s+/).filter(Boolean);
      if (words.length === 0) continue;
      const result = this.one(words, depth);
      output = (output + result.output).slice(0, 65_536);
      if (result.next !== 'prompt') return { output, next: result.next };
    }
    return { output, next: 'prompt' };
  }

  /** Inserts variables. A character after a backslash stays as it is. */
  private substitute(command: string): string {
    return command.replace(/\\([$;\\])|\$\{(\w+)\}|\$(\w+)/g, (_, kept, braced, plain) =>
      kept ? kept : (this.env.get(braced ?? plain) ?? ''),
    );
  }

  private one([name = '', ...args]: string[], depth: number): { output: string; next: Next } {
    const say = (output: string, next: Next = 'prompt') => ({ output, next });
    const [first = ''] = args;
    if (/^md(\.[bwl])?$/.test(name)) return this.memory(name.slice(3) || 'l', args);
    switch (name) {
      case 'help':
      case '?':
        return say(help);
      case 'version':
        return say('U-Boot 2016.03-bwa4 (Mar 14 2019 - 11:20:05 +0100)\n');
      case 'echo':
        return say(`${args.join(' ')}\n`);
      case 'printenv':
      case 'print':
        return say(this.print(first));
      case 'setenv':
      case 'set':
        return say(this.set(first, args.slice(1).join(' ')));
      case 'saveenv':
      case 'save':
        this.saved = new Map(this.env);
        return say('Saving variables to flash ... done\n');
      case 'mtdparts':
      case 'mtd':
        return say(partitions.map(({ name, from, to }) => `${hex(FLASH + from)} ${hex(to - from)} ${name}\n`).join(''));
      case 'run':
        if (depth > 4) return say('## Too deep\n');
        if (!this.env.has(first)) return say(`## Error: "${first}" not defined\n`);
        return this.execute(this.env.get(first) ?? '', depth + 1);
      case 'boot':
        if (depth > 4) return say('## Too deep\n');
        return this.execute(this.env.get('bootcmd') ?? '', depth + 1);
      case 'bootm': {
        const address = Number.parseInt(first || '9f050000', 16);
        if (address !== FLASH + 0x50000) return say(`Wrong image format at ${first.slice(0, 20)}\n`);
        return say('', 'boot');
      }
      case 'reset':
        return say('resetting ...\n', 'reset');
      default:
        return say(`Unknown command '${name.slice(0, 40)}' - try 'help'\n`);
    }
  }

  private print(name: string): string {
    if (!name) return [...this.env].map(([key, value]) => `${key}=${value}\n`).join('');
    return this.env.has(name) ? `${name}=${this.env.get(name)}\n` : `## Error: "${name}" not defined\n`;
  }

  private set(name: string, value: string): string {
    if (!/^\w{1,40}$/.test(name)) return 'Usage: setenv name [value]\n';
    const kept = /^(['"])(.*)\1$/.exec(value)?.[2] ?? value;
    if (!kept) {
      this.env.delete(name);
      return '';
    }
    const next = new Map(this.env).set(name, kept);
    const size = [...next].reduce((sum, [key, text]) => sum + key.length + text.length + 2, 0);
    if (next.size > MAX_VARIABLES || size > MAX_ENV_LENGTH) return '## Error: environment full\n';
    this.env = next;
    return '';
  }

  /** Dumps memory: sixteen bytes a line, in units of one, two or four. */
  private memory(unit: string, [from = '', count = '40']: string[]): { output: string; next: Next } {
    const width = unit === 'b' ? 1 : unit === 'w' ? 2 : 4;
    const start = Number.parseInt(from, 16);
    const bytes = Math.min(Number.parseInt(count, 16) * width, 0x1000);
    if (!Number.isSafeInteger(start) || !(bytes > 0))
      return { output: 'Usage: md[.b|.w|.l] addr [n]\n', next: 'prompt' };
    const byteAt = byteReader(() => [...this.saved].map(([key, value]) => `${key}=${value}`).join('\0'));
    let output = '';
    for (let at = start; at < start + bytes; at += 16) {
      const row = Array.from({ length: Math.min(16, start + bytes - at) }, (_, i) => byteAt(at + i));
      if (row.includes(undefined))
        return { output: `${output}Data bus error at ${hex(at)}\nresetting ...\n`, next: 'reset' };
      output += `${hex(at)}: ${units(row as number[], width)}    ${row.map(letter).join('')}\n`;
    }
    return { output, next: 'prompt' };
  }
}

/** The processor is big-endian, so the bytes of units stay in order. */
function units(row: number[], width: number): string {
  const words: string[] = [];
  for (let i = 0; i < row.length; i += width) {
    words.push(Buffer.from(row.slice(i, i + width)).toString('hex'));
  }
  return words.join(' ').padEnd((16 / width) * (2 * width + 1) - 1);
}

const letter = (byte: number | undefined) =>
  byte !== undefined && byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.';
const hex = (address: number) => address.toString(16).padStart(8, '0');
