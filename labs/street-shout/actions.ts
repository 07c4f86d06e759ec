import { EVERYBODY } from './frames.ts';
import { pass, sendPacket, shoutFrame, take, you } from './street.ts';

/** An action that is not possible, with a sentence for the visitor. */
export class ActionError extends Error {
  override name = 'ActionError';
}

type Fields = Record<string, string>;

/** Actions of a visitor, by their name in the address. */
export const actions: Record<string, (fields: Fields) => void> = {
  turn: () => pass(),
  arp: (fields) => {
    shoutFrame({
      to: cardOf(fields.to || EVERYBODY),
      from: you.card,
      arp: {
        op: fields.op === '1' || fields.op === 'request' ? 1 : 2,
        senderAddress: addressOf(fields.senderAddress, 'The sender’s address'),
        senderCard: cardOf(fields.senderCard || you.card),
        targetAddress: addressOf(fields.targetAddress, 'The target’s address'),
      },
    });
  },
  pass: ({ id, text }) => {
    const caught = take(Number(id));
    if (!caught) throw new ActionError('You no longer have this packet.');
    sendPacket({ from: caught.from, to: caught.to, text: text === undefined ? caught.text : textOf(text) });
  },
  drop: ({ id }) => {
    take(Number(id));
  },
  packet: ({ from, to, text }) => {
    sendPacket({ from: addressOf(from || you.address, 'From'), to: addressOf(to, 'To'), text: textOf(text ?? '') });
  },
};

/** Forms send lines that end with CR and LF. */
const textOf = (text: string): string => text.replaceAll('\r\n', '\n').slice(0, 1000);

function addressOf(text = '', what: string): string {
  const address = text.trim();
  if (!/^(\d{1,3}\.){3}\d{1,3}$/.test(address) || address.split('.').some((byte) => Number(byte) > 255)) {
    throw new ActionError(`${what}: an address consists of four numbers, for example 10.0.7.1.`);
  }
  return address.split('.').map(Number).join('.');
}

function cardOf(text: string): string {
  const card = text.trim().toLowerCase().replaceAll('-', ':');
  if (!/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(card))
    throw new ActionError('A MAC address has six bytes, for example 00:00:5e:00:53:42.');
  return card;
}
