/** A record that an answer says besides: who has a name, or which server speaks for a zone. */
export interface Extra {
  name: string;
  type: 'A' | 'NS';
  value: string;
}

export interface Answer {
  /** The address that it says it comes from. */
  from: string;
  /** The port that it is sent to. */
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

/** Whether a name is a zone's own or lies below it. */
export const within = (name: string, zone: string): boolean => name === zone || name.endsWith(`.${zone}`);
