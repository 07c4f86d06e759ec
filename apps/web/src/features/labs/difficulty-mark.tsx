import { type Difficulty, difficulties, difficultyLabels } from '../../entities/lab/difficulty.ts';
import css from './difficulty-mark.module.css';

/** Difficulty as one, two or three filled bars and a label. */
export function DifficultyMark({ difficulty }: { difficulty: Difficulty }) {
  const level = difficulties.indexOf(difficulty);
  return (
    <span className={css.mark}>
      <svg className={css.bars} viewBox="0 0 20 12" width="20" height="12" aria-hidden="true">
        {difficulties.map((name, index) => (
          <path
            key={name}
            className={index <= level ? css.on : css.off}
            d={`M${index * 7} ${8 - index * 4}h5v${4 + index * 4}h-5Z`}
          />
        ))}
      </svg>
      {difficultyLabels[difficulty]}
    </span>
  );
}
