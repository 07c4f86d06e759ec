import { EVERYBODY, type Frame } from './frames.ts';

/** One machine at its port of the switch. */
export interface Port {
  address: string;
  card: string;
  receive(frame: Frame): void;
}

const ports: Port[] = [];
export const plug = (port: Port): void => {
  ports.push(port);
};

/** Passes a frame on to the card that it is for, or to all where nobody has that card. */
export function forward(frame: Frame, sender: Port): void {
  // Who speaks about an address has to be plugged in where it was given out; that goes for questions as well
  if (frame.arp && (frame.arp.senderAddress !== sender.address || frame.arp.senderCard !== sender.card)) return;
  const known = ports.find(({ card }) => card === frame.to && frame.to !== EVERYBODY);
  for (const port of known ? [known] : ports) {
    if (port !== sender) port.receive(frame);
  }
}
