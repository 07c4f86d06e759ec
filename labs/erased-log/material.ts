import type { Material } from '@hexpedition/lab-runtime/material';
import { forgeryOf, markOf, sealOf } from './facts.ts';
import { floppyWith } from './history.ts';

const material: Material = ({ page = '', letter = '', forger = '' }) => {
  const forgery = forgeryOf(forger);
  const content = floppyWith({ seal: sealOf(page), mark: markOf(letter), forgery });
  return [{ path: 'lighthouse.img', content, mode: 0o444, modifiedAt: new Date('1997-11-17T08:05:00Z') }];
};
export default material;
