import { Avatar } from '#ui/avatar.tsx';
import { Callout } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { HexDot } from '#ui/hex-dot.tsx';
import { HexStep } from '#ui/hex-step.tsx';
import { Label } from '#ui/label.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from './design-page.module.css';

const names = ['mara', 'ines', 'root', 'kestrel', 'oyster-42', 'zed', 'northstar', 'null'];

export function Surfaces() {
  return (
    <>
      <section className={css.section}>
        <h2>Cards, chips, steps</h2>
        <div className={css.grid}>
          <Card tone="beacon">
            <Label tone="beacon">You are here</Label>
            <h3>XSS</h3>
            <p>Make someone else's browser run your code, then learn why it did.</p>
            <ProgressBar label="XSS" value={6} max={11} />
          </Card>
          <Card link>
            <Label>Lab</Label>
            <h3>
              <a href="#lab">Guestbook, patched</a>
            </h3>
            <p>The whole card is the link.</p>
            <ProgressBar label="Guestbook" value={3} max={3} />
          </Card>
        </div>
        <div className={css.row}>
          <Chip>Specialization</Chip>
          <Chip tone="beacon">Beta</Chip>
          <Chip tone="phosphor" icon="tick">
            Solved
          </Chip>
          <Chip tone="coral">hard</Chip>
          <span data-hue="violet">
            <Chip tone="hue">Cryptography</Chip> <HexDot />
          </span>
          {(['open', 'current', 'done', 'changed', 'locked'] as const).map((state) => (
            <HexStep key={state} state={state} size={24} />
          ))}
        </div>
        <div className={css.row}>
          {names.map((name) => (
            <Avatar key={name} username={name} size={56} />
          ))}
        </div>
      </section>
      <section className={css.section}>
        <h2>Callouts, skeletons, empty state</h2>
        <div className={css.grid}>
          <Callout title="Note">A filter that runs once can be nested.</Callout>
          <Callout kind="tip" title="Tip">
            Ask what the output looks like.
          </Callout>
          <Callout kind="warning" title="Warning">
            The lab ends in five minutes.
          </Callout>
          <Callout kind="danger" title="This name is taken.">
            Try another.
          </Callout>
          <Skeleton shape="title" />
          <Skeleton lines={3} />
        </div>
        <EmptyState icon="flask" title="No lab is running" action={<LinkButton to="/labs">Choose a lab</LinkButton>}>
          Start one to see it here.
        </EmptyState>
      </section>
    </>
  );
}
