import type { Material } from '@hexpedition/lab-runtime/material';
import { BEGIN, LENGTH, orderOf } from './facts.ts';
import { marchOf } from './march.ts';
import { bandRoom, between, desks, machine } from './office.ts';
import { ordinary, writeNote } from './ordinary.ts';
import { pcapOf } from './pcap.ts';
import { visitsOfArchive } from './scores.ts';
import { stay, Tool } from './thief.ts';

const END = BEGIN + LENGTH * 1000;
const seconds = (from: number, to: number) => between(from, to) * 1000;

const material: Material = ({ word = '', march = '', order: flag = '' }) => {
  const order = orderOf(flag);
  const tool = new Tool();
  const guests = [machine('ROWBOAT', 51), machine('TEASPOON', 52)];
  // Three machines have this address in one night, one after another
  const [first, culprit, last] = [machine('ANCHOVY', 47), machine('', 47, order.machine), machine('LOBSTER', 47)];
  const firstGoes = order.at - seconds(200, 320);
  const [comes, goes] = [order.at - seconds(70, 130), order.at + seconds(50, 100)];
  const lastComes = goes + seconds(60, 130);
  const recorded = [
    ...[...desks, bandRoom].flatMap((desk) => ordinary(desk, BEGIN, END - 9000, 34)),
    ...guests.flatMap((guest) => {
      const from = BEGIN + seconds(20, 500);
      return [...stay(guest, from, END), ...ordinary(guest, from + 500, END - 9000, 14)];
    }),
    ...stay(first, BEGIN + seconds(150, 240), firstGoes),
    ...ordinary(first, BEGIN + 245_000, firstGoes - 15_000, 16),
    ...writeNote(first, firstGoes - seconds(60, 200)),
    ...stay(culprit, comes, goes),
    ...ordinary(culprit, comes + 500, goes - 15_000, 4),
    ...stay(last, lastComes, END),
    ...ordinary(last, lastComes + 500, END - 9000, 9),
    ...writeNote(last, lastComes + seconds(30, 90)),
    ...visitsOfArchive(word),
    ...tool.traffic(order, marchOf(march)),
    ...tool.orderedBy(culprit, order),
  ];
  return [
    {
      path: 'night.pcap',
      content: pcapOf(recorded.filter(({ at }) => at < END)),
      mode: 0o444,
      modifiedAt: new Date(END),
    },
  ];
};
export default material;
