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
  const known = ports.find(({ card }) => card === frame.to && frame.to !== EVERYBODY);
  for (const port of known ? [known] : ports) {
    if (port !== sender) port.receive(frame);
  }
}
