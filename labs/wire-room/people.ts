import { randomBytes, randomInt } from 'node:crypto';
import { readFlag } from '@hexpedition/lab-runtime/kit';

/** An operator with a key, a call sign, and a chair in the wire room. */
export interface Operator {
  call: string;
  name: string;
  desk: string;
}

export interface Wire {
  id: number;
  at: string;
  from: Operator;
  /** Null for wires on the board. */
  to: Operator | null;
  /** Its text. */
  text: () => string;
  /** The word with which a sealed wire is read. */
  word?: string;
}

const operator = (call: string, name: string, desk: string): Operator => ({ call, name, desk });
export const pim = operator('PH', 'Pim Hallund', 'Bicycle');
const quill = operator('QL', 'Agnes Quill', 'Harbour office');
const lund = operator('OL', 'Osric Lund', 'Dry dock');
const aas = operator('SA', 'Sunniva Aas', 'Cheese, wholesale');
const vane = operator('EV', 'Edda Vane', 'Harbour master');
const night = operator('NN', 'Night desk', 'Wire room, after ten');
export const operators: Operator[] = [pim, quill, lund, aas, vane, night];

/** The word of the night: it opens the wires that were sealed that night. */
const word = `${['LANTERN', 'HALYARD', 'CORMORANT', 'BOLLARD'][randomInt(4)]}-${randomBytes(4).toString('hex')}`;

let lastId = 4100;
const wire = (
  at: string,
  from: Operator,
  to: Operator | null,
  text: string | (() => string),
  sealed?: string,
): Wire => ({
  id: ++lastId,
  at,
  from,
  to,
  text: typeof text === 'string' ? () => text : text,
  word: sealed,
});

export const wires: Wire[] = [
  wire('Mon 09:10', lund, null, 'DOCK 2 STILL EMPTY STOP HERON STILL NOT STOP'),
  wire('Mon 11:42', aas, null, 'FOURTEEN KILOS CHEESE MISSING STOP FOLLOW NOSE STOP'),
  wire('Mon 12:05', quill, pim, 'YOU LEFT BICYCLE IN MY OFFICE STOP IT IS IN THE WAY OF THE OFFICE STOP'),
  wire('Mon 17:20', vane, lund, 'KEEP YOUR PEOPLE OFF BERTH NINE TONIGHT STOP SAY IT IS THE HERON STOP'),
  wire('Mon 22:31', lund, quill, 'WHO SIGNS FOR BLACK PAINT STOP KESSLER SAYS YOU STOP'),
  wire('Tue 01:15', vane, quill, 'DO NOT FILE WHAT CAME IN TONIGHT STOP NOT EVEN UNDER T STOP'),
  wire(
    'Tue 02:40',
    night,
    vane,
    () => `GOODS IN SHED ON NINE AS ORDERED STOP ASK FOR ${readFlag('sealed')} STOP BURN THIS STOP`,
    word,
  ),
  wire('Tue 03:02', vane, night, 'GOOD STOP NOT A WORD STOP ESPECIALLY NOT THAT WORD STOP'),
  wire('Tue 08:20', aas, quill, 'CHEESE FOUND STOP HAVE NOT SAID WHERE STOP PLEASE AIR YOUR CUPBOARD STOP'),
  wire('Tue 08:55', quill, pim, 'BICYCLE NOW FILED UNDER B STOP BRING FORM STOP'),
];

/** Entries of the night desk, oldest first. */
export const nightLog: { at: string; line: () => string }[] = [
  { at: 'Mon 22:00', line: () => 'Took over from the day desk. It had left the kettle on.' },
  { at: 'Mon 23:20', line: () => 'Line to Varde noisy. A tuba is practising next to it.' },
  { at: 'Tue 00:05', line: () => `Receipt of the relay for tonight: ${readFlag('log')}` },
  {
    at: 'Tue 02:40',
    line: () =>
      `Sealed a wire for the harbour master. Word of the night is ${word}. With it, a query shows the text of a sealed wire.`,
  },
  { at: 'Tue 03:30', line: () => 'Nothing. A quiet night.' },
  { at: 'Tue 04:15', line: () => 'Heron on the aerial. Reception improved.' },
  { at: 'Tue 05:50', line: () => 'Handed over. Turned the kettle off.' },
];

/** Maximum wires of Pim; the oldest is removed first. */
const MAX_SENT = 40;
const sent: Wire[] = [];

export function send(to: Operator | null, text: string): Wire {
  const fresh = wire('Today', pim, to, text);
  wires.push(fresh);
  sent.push(fresh);
  if (sent.length > MAX_SENT) wires.splice(wires.indexOf(sent.shift() as Wire), 1);
  return fresh;
}
