import type { PollCounts } from '@hexpedition/contract';
import { number, plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './poll-module.module.css';
import type { Poll } from './use-poll.ts';

interface Props {
  poll: Poll;
  own: readonly string[];
  counts: PollCounts;
  onChange: () => void;
}

/** Results of a poll, with a bar for each option. SVG attributes set the lengths, because the CSP forbids inline styles. */
export function PollResult({ poll, own, counts, onChange }: Props) {
  return (
    <>
      <ul className={css.result} aria-label={`Answers to: ${poll.question}`}>
        {poll.options.map(({ id, text }) => {
          const answers = counts.options.find((option) => option.id === id)?.answers ?? 0;
          const share = shareOf(answers, counts.voters);
          const isOwn = own.includes(id);
          return (
            <li key={id} className={css.line} data-own={isOwn ? '' : undefined}>
              <span className={css.option}>
                {text}
                {isOwn && (
                  <span className={css.own}>
                    <Icon name="tick" size={14} /> Your answer
                  </span>
                )}
              </span>
              <span className={css.share}>
                {share}% <span className={css.count}>({number(answers)})</span>
              </span>
              <svg className={css.bar} viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
                <rect className={css.track} width="1000" height="8" />
                <rect className={css.fill} width={share * 10} height="8" />
              </svg>
            </li>
          );
        })}
      </ul>
      <div className={css.foot}>
        <Button variant="quiet" size="sm" onClick={onChange}>
          Change answer
        </Button>
        <p className={css.total}>{plural(counts.voters, 'person has', 'people have')} answered.</p>
      </div>
    </>
  );
}

/** Returns the share in whole percent. Returns 100 only for all votes and 0 only for none. */
export function shareOf(answers: number, voters: number): number {
  if (voters <= 0 || answers <= 0) return 0;
  if (answers >= voters) return 100;
  return Math.min(99, Math.max(1, Math.round((answers / voters) * 100)));
}
