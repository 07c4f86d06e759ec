interface Arp {
  /** 1 asks, 2 answers. */
  op: 1 | 2;
  senderAddress: string;
  senderCard: string;
  targetAddress: string;
}

/** An IP packet, as far as it matters on this street. */
export interface Packet {
  from: string;
  to: string;
  text: string;
}

/** What goes over the cable: to a card, from a card, and one of the two. */
export interface Frame {
  to: string;
  from: string;
  arp?: Arp;
  packet?: Packet;
}

export const EVERYBODY = 'ff:ff:ff:ff:ff:ff';
export const STREET = '10.0.7.';
