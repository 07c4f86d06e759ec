import type { Intent } from './android.ts';
import { PACKAGE } from './manifest.ts';
import type { Phone } from './phone.ts';

const help = `am start [-n package/.Activity] [-a action] [-d uri] [-c category]
         [--es name text] [--ez name true|false] [--ei name number]
am force-stop package
input keyevent HOME
pm list packages
help
Put a text with spaces in single or double quotes.`;

/** Runs a line as the shell of a connected phone does. Returns its output. */
export function execute(line: string, phone: Phone): string {
  const words = split(line);
  if (words[0] === 'adb') words.shift();
  if (words[0] === 'shell') words.shift();
  const [name = '', verb = '', ...rest] = words;
  if (name === '' || name === 'help') return help;
  if (name === 'am' && (verb === 'start' || verb === 'start-activity')) return start(rest, phone);
  if (name === 'am' && verb === 'force-stop') {
    if (rest[0] === PACKAGE) phone.home();
    return '';
  }
  if (name === 'input' && verb === 'keyevent') {
    phone.home();
    return '';
  }
  if (name === 'pm' && verb === 'list') return `package:android\npackage:example.browser\npackage:${PACKAGE}`;
  return `/system/bin/sh: ${name.slice(0, 40)} ${verb.slice(0, 40)}: not found. Try help.`;
}

function start(args: string[], phone: Phone): string {
  const intent: Intent = { categories: [], extras: new Map() };
  for (let i = 0; i < args.length; i++) {
    const option = args[i] ?? '';
    const next = () => args[++i] ?? '';
    if (option === '-n') {
      const [owner = '', activity = ''] = next().split('/');
      intent.component = { package: owner, activity };
    } else if (option === '-a') intent.action = next();
    else if (option === '-c') intent.categories.push(next());
    else if (option === '-d') {
      const uri = next();
      if (!URL.canParse(uri)) return `Error: bad URI ${uri.slice(0, 80)}`;
      intent.data = new URL(uri);
    } else if (option === '--es' || option === '-e') intent.extras.set(next(), next());
    else if (option === '--ez') intent.extras.set(next(), next().toLowerCase() === 'true');
    else if (option === '--ei') intent.extras.set(next(), Number(next()));
    else if (option === '-W' || option === '-S') continue;
    else if (option.startsWith('-')) return `Error: Unknown option: ${option.slice(0, 40)}`;
    else if (URL.canParse(option)) intent.data = new URL(option);
  }
  if (intent.data && !intent.action && !intent.component) intent.action = 'android.intent.action.VIEW';
  const delivery = phone.deliver(intent);
  return 'problem' in delivery
    ? `Starting: Intent { ${letter(intent)} }\n${delivery.problem}`
    : `Starting: Intent { cmp=${delivery.started} }`;
}

/** Returns the summary of an intent that was not delivered. */
const letter = ({ action, data, component }: Intent): string =>
  [
    action && `act=${action.slice(0, 80)}`,
    data && `dat=${data.href.slice(0, 200)}`,
    component && `cmp=${component.package.slice(0, 80)}/${component.activity.slice(0, 80)}`,
  ]
    .filter(Boolean)
    .join(' ');

/** Returns the words of a line; quotes keep blanks. */
function split(line: string): string[] {
  const words: string[] = [];
  for (const match of line.matchAll(/(?:"([^"]*)"|'([^']*)'|\\(.)|([^\s"'\\]))+/g)) {
    words.push(match[0].replace(/"([^"]*)"|'([^']*)'|\\(.)/g, (_, double, single, kept) => double ?? single ?? kept));
  }
  return words;
}
