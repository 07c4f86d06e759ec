import { EVERYBODY, type Frame } from './frames.ts';

/** A machine at its port of the switch. */
export interface Port {
  address: string;
  card: string;
  receive(frame: Frame): void;
}

const ports: Port[] = [];
export const plug = (port: Port): void => {
  ports.push(port);
};

/** Forwards a frame to the port of its target, or to all ports if the target is unknown. */
export function forward(frame: Frame, sender: Port): void {
  const known = ports.find(({ card }) => card === frame.to && frame.to !== EVERYBODY);
  for (const port of known ? [known] : ports) {
    if (port !== sender) port.receive(frame);
  }
}
