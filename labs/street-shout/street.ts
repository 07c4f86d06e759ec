import { EVERYBODY, type Frame, type Packet, STREET } from './frames.ts';
import { Hanne, HOUSE } from './hanne.ts';
import { Host } from './host.ts';
import { answerLetter, POST_OFFICE } from './post.ts';
import { forward } from './switch.ts';

/** A packet that has reached the visitor's card, though it may not be for it. */
export interface Caught extends Packet {
  id: number;
}

const HELD = 20;
let turn = 0;
let lastId = 0;
const heard: string[] = [];
const hands: Caught[] = [];
const doorstep: string[] = [];

const hear = (text: string): void => {
  heard.unshift(`Moment ${turn}. ${text}`);
  heard.length = Math.min(heard.length, 40);
};

/** The router: it forwards packets that are not for the street. */
class Gateway extends Host {
  outside: Packet[] = [];
  protected override take(packet: Packet): void {
    if (packet.to.startsWith(STREET) && packet.to !== this.address) this.send(packet);
    else if (packet.to === POST_OFFICE) this.outside = [...this.outside, packet].slice(-20);
  }
}

/** The visitor's machine: its card accepts every frame on its port. */
class Yours extends Host {
  override receive(frame: Frame): void {
    const { arp, packet } = frame;
    if (arp) {
      const what =
        arp.op === 1
          ? `who has ${arp.targetAddress}? Tell ${arp.senderAddress}, at ${arp.senderCard}`
          : `${arp.senderAddress} is at ${arp.senderCard}`;
      hear(`Heard: ${what}`);
      super.receive(frame);
    }
    if (packet && (frame.to === this.card || frame.to === EVERYBODY || !cards.has(frame.to))) {
      hands.push({ ...packet, id: ++lastId });
      if (hands.length > HELD) hands.shift();
    }
  }
}

const gateway = new Gateway('The gateway', `${STREET}1`, '00:00:5e:00:53:01');
const hanne = new Hanne('Hanne Brandt', `${STREET}${HOUSE}`, '00:00:5e:00:53:17');
const otto = new Host('Otto Brill, bakery', `${STREET}31`, '00:00:5e:00:53:1f');
export const you = new Yours('You, in the attic', `${STREET}66`, '00:00:5e:00:53:42');
export const hosts: readonly Host[] = [gateway, hanne, otto, you];
const cards = new Set(hosts.map(({ card }) => card));

const bakes = [
  '40 rolls, 3 loaves',
  '39 rolls. One was tested',
  '6 loaves, and the gull is back',
  '41 rolls; do not ask',
];

/** Every host does one action. */
export function pass(): void {
  turn++;
  hanne.live(hear);
  const letters = gateway.outside;
  gateway.outside = [];
  for (const letter of letters) {
    const answer = answerLetter(letter, bring);
    if (answer) gateway.send({ from: POST_OFFICE, to: letter.from, text: answer });
  }
  if (turn % 4 === 2) {
    otto.send({
      from: otto.address,
      to: POST_OFFICE,
      text: `To the ferry, as every day: ${bakes[(turn >> 2) % bakes.length]}`,
    });
  }
  otto.mail = [];
  if (turn % 10 === 0) gateway.announce();
}

function bring(house: number, what: string): void {
  if (house === 66) {
    doorstep.unshift(what);
    doorstep.length = Math.min(doorstep.length, 3);
    hear('The postman climbs up to the attic, and leaves a parcel on your doorstep.');
  } else if (house === HOUSE) hear('The postman brings a parcel to house 23. Hanne takes it, and sings again.');
  else if (house === 31)
    hear('The postman brings a parcel to the bakery. Otto signs, and uses it to hold the oven door.');
  else hear(`The postman cannot find house ${house}, and takes the parcel back.`);
}

/** Forwards a packet as a router does: to the card of its target, or to the gateway. */
export const sendPacket = (packet: Packet): void => you.send(packet);

/** @returns the packet, after it was taken from the list */
export function take(id: number): Caught | undefined {
  const at = hands.findIndex((packet) => packet.id === id);
  return at < 0 ? undefined : hands.splice(at, 1)[0];
}

export const shoutFrame = (frame: Frame): void => forward(frame, you);

export const state = () => ({
  turn,
  hosts: hosts.map(({ name, address, card, table }) => ({ name, address, card, table: Object.fromEntries(table) })),
  hands: [...hands],
  doorstep: [...doorstep],
  heard: [...heard],
});

// In the morning every host asks for the gateway once, from which the gateway learns all addresses
for (const host of [hanne, otto, you]) host.ask(gateway.address);
you.ask(hanne.address);
you.ask(otto.address);
heard.length = 0;
