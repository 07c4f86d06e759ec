import { type Check, ok, problem } from '../check.ts';

const [neededMajor, neededMinor] = [20, 19];

export const nodeCheck: Check = {
  name: 'Node',
  async run({ nodeVersion }) {
    const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
    const isEnough = major > neededMajor || (major === neededMajor && minor >= neededMinor);
    if (isEnough) return [ok(`Version ${nodeVersion}.`)];
    return [
      problem(
        `Version ${nodeVersion} is too old.`,
        `Install Node ${neededMajor}.${neededMinor} or newer from nodejs.org.`,
      ),
    ];
  },
};
