import type { LabTopic } from '@hexpedition/contract';
import type { IconName } from '#ui/icon-paths.ts';

interface Topic {
  name: string;
  /** Colour of the continent of its trainings. */
  hue: 'teal' | 'amber' | 'violet' | 'green' | 'rose' | 'orange' | 'blue';
  icon: IconName;
}

/** Topics of labs in display order: from the machine outwards, as on the map. */
export const topics: Record<LabTopic, Topic> = {
  linux: { name: 'Linux', hue: 'teal', icon: 'terminal' },
  networking: { name: 'Networking', hue: 'teal', icon: 'network' },
  web: { name: 'Web', hue: 'amber', icon: 'globe' },
  cryptography: { name: 'Cryptography', hue: 'violet', icon: 'key' },
  reversing: { name: 'Reverse engineering', hue: 'green', icon: 'memory' },
  forensics: { name: 'Forensics', hue: 'blue', icon: 'disk' },
  mobile: { name: 'Mobile', hue: 'rose', icon: 'phone' },
  hardware: { name: 'Hardware', hue: 'orange', icon: 'chip' },
};
export const topicNames = Object.keys(topics) as LabTopic[];
