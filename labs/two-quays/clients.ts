import { randomBytes } from 'node:crypto';

/** An OAuth client: a program that people sign in to with their harbour pass. */
export interface Client {
  id: string;
  name: string;
  /** Its registered redirect address. */
  returnTo: string;
  scopes: string[];
  /** Secret with which it exchanges a code; a program that runs in a browser cannot keep one. */
  secret?: string;
}

export const cargoDesk: Client & { secret: string } = {
  id: 'cargo-desk',
  name: 'Cargo Desk, Quay B',
  returnTo: '/quay-b/callback',
  scopes: ['name'],
  secret: randomBytes(24).toString('hex'),
};

const tideClock: Client = {
  id: 'tide-clock',
  name: 'Tide Clock',
  returnTo: '/tide-clock/back',
  // It shows the hour of low water, and does not need the papers
  scopes: ['name', 'papers'],
};

export const clients = [cargoDesk, tideClock];
export const clientCalled = (id: string | null) => clients.find((client) => client.id === id);
