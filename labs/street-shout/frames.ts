interface Arp {
  /** 1 is a request, 2 an answer. */
  op: 1 | 2;
  senderAddress: string;
  senderCard: string;
  targetAddress: string;
}

/** The fields of an IP packet that matter here. */
export interface Packet {
  from: string;
  to: string;
  text: string;
}

/** An Ethernet frame: target, sender, and an ARP or IP packet. */
export interface Frame {
  to: string;
  from: string;
  arp?: Arp;
  packet?: Packet;
}

export const EVERYBODY = 'ff:ff:ff:ff:ff:ff';
export const STREET = '10.0.7.';
