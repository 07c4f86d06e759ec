import { randomBytes } from 'node:crypto';

/** A program that people sign in to with their harbour pass. */
export interface Client {
  id: string;
  name: string;
  /** Where it wants people to come back to. */
  returnTo: string;
  scopes: string[];
  /** What it shows when it changes a code; a program that runs in a browser can keep none. */
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
  // It shows the hour of low water. Nobody has asked what it needs papers for
  scopes: ['name', 'papers'],
};

export const clients = [cargoDesk, tideClock];
export const clientCalled = (id: string | null) => clients.find((client) => client.id === id);
