import type { Random } from './random.ts';

const firstNames = (
  'ada alan alice amir ana anton aya bela ben carla chen dana daria diego elif elena emil emma erik farah felix fiona ' +
  'gita hana hugo ida igor imani ines ivan jana jonas juan kai kenji lara lea leo lina luca mae maria marta max mei mila ' +
  'mina nadia nia nils noa noor olga omar otto pavel petra priya quinn rafa ravi rosa sam sana sofia sven tara theo tom ' +
  'uma vera viktor wanda yara yuki zoe'
).split(' ');

const nouns = (
  'badger beacon bishop bramble byte cache cedar cipher comet coral crow daemon delta dragonfly ember falcon fern finch ' +
  'fjord fox gecko ghost glider hare harbor hawk heron hollow ibis iris jackal kernel kestrel kite koala lantern lynx ' +
  'magpie maple marten mirage moth nova octet orbit otter owl packet panda pebble phoenix pixel puffin quartz raven reef ' +
  'river rook root sable shell sparrow spruce stack stoat summit tapir thistle tiger token vector vixen walrus willow ' +
  'wolf wren yak zephyr'
).split(' ');

const adjectives = (
  'amber arctic azure bold brave bright calm clever copper cosmic crimson curious daring dusty eager electric fuzzy gentle ' +
  'golden hidden hollow honest indigo jolly keen lucky lunar mellow midnight misty nimble northern odd patient proud quick ' +
  'quiet rapid restless rusty scarlet shy silent silver sleepy sly solar steady stormy subtle swift tiny velvet vivid ' +
  'wandering wild witty'
).split(' ');

const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns a realistic username of at most 24 letters, digits, hyphens and underscores. */
export function makeUsername(random: Random): string {
  const number = random.below(10_000);
  switch (random.below(4)) {
    case 0:
      return `${random.pick(adjectives)}-${random.pick(nouns)}-${number}`;
    case 1:
      return `${random.pick(firstNames)}_${random.pick(nouns)}${number}`;
    case 2:
      return `${title(random.pick(adjectives))}${title(random.pick(nouns))}${number}`;
    default:
      return `${random.pick(firstNames)}${random.pick(nouns)}${number}`;
  }
}
