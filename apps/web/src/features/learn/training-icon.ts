import { type IconName, iconPaths } from '#ui/icon-paths.ts';

/** Authors name icons; one that we do not have becomes the compass. */
export const trainingIcon = (name: string): IconName => (name in iconPaths ? (name as IconName) : 'compass');
