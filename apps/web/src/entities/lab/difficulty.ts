import type { LabCard } from '@hexpedition/contract';

export const difficulties = ['easy', 'medium', 'hard'] as const;
export type Difficulty = LabCard['difficulty'];
export const difficultyLabels: Record<Difficulty, string> = { easy: 'Easy', medium: 'Medium', hard: 'Hard' };
