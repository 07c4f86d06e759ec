import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull } from '#platform/db/database-errors';
import { type Check, ok, problem, reasonOf, warning } from '../check.ts';

const MB = 1024 * 1024;
/** Homes are not saved below this. */
const neededBytes = 512 * MB;
const comfortableBytes = 4096 * MB;

export const diskCheck: Check = {
  name: 'Disk',
  async run({ config: { dataDir } }) {
    try {
      await mkdir(dataDir, { recursive: true });
      const probe = join(dataDir, `.doctor-${process.pid}`);
      await writeFile(probe, 'x');
      await rm(probe);
    } catch (error) {
      if (!isDiskFull(error)) {
        return [
          problem(
            `${dataDir} cannot be written (${reasonOf(error)}).`,
            'Give the user of the platform write permission, or set DATA_DIR to another folder.',
          ),
        ];
      }
    }
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const text = `${dataDir} has ${Math.floor(free / MB)} MB of free space.`;
    if (free < neededBytes)
      return [problem(text, 'Free some space: below 512 MB homes are not saved, and on a full disk all writes fail.')];
    if (free < comfortableBytes) return [warning(text, 'Free some space, or move DATA_DIR to a larger disk.')];
    return [ok(text)];
  },
};
