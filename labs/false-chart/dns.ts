/** An additional record of an answer: an address of a name, or a name server of a zone. */
export interface Extra {
  name: string;
  type: 'A' | 'NS';
  value: string;
}

export interface Answer {
  /** The claimed address of the sender. */
  from: string;
  /** The destination port. */
  port: number;
  id: number;
  name: string;
  /** undefined for a name that does not exist. */
  address: string | undefined;
  /** Seconds. */
  ttl: number;
  extra: Extra[];
}

export const YOU = '198.51.100.66';
export const RESOLVER = '192.0.2.8';
export const HARBOUR = 'ostrel.example';
export const HARBOUR_SERVER = '203.0.113.53';
export const YOURS = 'attic.example';

/** Returns whether a name is a zone or below it. */
export const within = (name: string, zone: string): boolean => name === zone || name.endsWith(`.${zone}`);
