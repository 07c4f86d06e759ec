import { EVERYBODY, type Frame, type Packet, STREET } from './frames.ts';
import { forward, type Port, plug } from './switch.ts';

const GATEWAY = `${STREET}1`;

/** A machine on the street with its ARP table. */
export class Host implements Port {
  readonly name: string;
  readonly address: string;
  readonly card: string;
  readonly table = new Map<string, string>();
  /** Packets that have arrived and are not processed yet. */
  mail: Packet[] = [];

  constructor(name: string, address: string, card: string) {
    this.name = name;
    this.address = address;
    this.card = card;
    plug(this);
  }

  receive({ to, arp, packet }: Frame): void {
    if (arp && (to === this.card || to === EVERYBODY)) {
      // As RFC 826 (1982) says: update a known entry, then check whether the packet is for this host, and only then the
      // operation
      const known = this.table.has(arp.senderAddress);
      if (known) this.table.set(arp.senderAddress, arp.senderCard);
      if (arp.targetAddress !== this.address) return;
      if (!known && arp.op === 1) this.table.set(arp.senderAddress, arp.senderCard);
      if (arp.op === 1) this.say(2, arp.senderAddress, arp.senderCard);
      else if (this.asked === arp.senderAddress) this.table.set(arp.senderAddress, arp.senderCard);
    }
    if (packet && to === this.card) this.take(packet);
  }

  protected take(packet: Packet): void {
    if (packet.to === this.address) this.mail = [...this.mail, packet].slice(-20);
  }

  private asked = '';

  /** Broadcasts a request for an address. */
  ask(address: string): void {
    this.asked = address;
    this.say(1, address, EVERYBODY);
    this.asked = '';
  }

  /** Broadcasts its own address (gratuitous ARP). */
  announce(): void {
    this.say(1, this.address, EVERYBODY);
  }

  forget(address: string): void {
    this.table.delete(address);
  }

  send(packet: Packet): void {
    const next = packet.to.startsWith(STREET) ? packet.to : GATEWAY;
    if (!this.table.has(next)) this.ask(next);
    const card = this.table.get(next);
    if (card) forward({ to: card, from: this.card, packet }, this);
  }

  private say(op: 1 | 2, targetAddress: string, to: string): void {
    const arp = { op, senderAddress: this.address, senderCard: this.card, targetAddress };
    forward({ to, from: this.card, arp }, this);
  }
}
