import type { Lab } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { SignInPrompt } from '#entities/account/sign-in-prompt.tsx';
import { InstancePanel } from '#entities/lab/instance/instance-panel.tsx';
import { LabHex } from '#entities/lab/lab-hex.tsx';
import { useLabFlags } from '#entities/lab/solve/use-lab-flags.ts';
import { solvesText } from '#entities/lab/solve-counts.ts';
import { useFeatures } from '#entities/site/use-features.ts';
import { day, duration, plural, tierName } from '#lib/format.ts';
import { readSession, useSession } from '#lib/session.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { Html } from '#ui/html.tsx';
import { Label } from '#ui/label.tsx';
import page from '#ui/page.module.css';
import { useInteractiveProse } from '#ui/prose/use-interactive-prose.ts';
import prose from '#ui/prose.module.css';
import { SubjectHeader } from '#ui/subject-header.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import afterCss from '../after/after.module.css';
import { Ratings } from '../after/lab-rating.tsx';
import { SolvedLabSections } from '../after/solved-lab-sections.tsx';
import { DifficultyMark } from '../difficulty-mark.tsx';
import { LabFeatures } from '../lab-features.tsx';
import { topics } from '../lab-topics.ts';
import { ratingText } from '../rating-labels.ts';
import { NextSteps } from '../solve/next-steps.tsx';
import { LabTaskList } from '../tasks/lab-task-list.tsx';
import css from './lab-page.module.css';

interface Props {
  lab: Lab;
  /** Opens the repair. */
  onRepair: () => void;
}

/** Page of a lab: briefing, tasks, the learner's instance, and the sections for solved labs. */
export function LabOverview({ lab, onRepair }: Props) {
  const { slug } = lab;
  const signedIn = useSession() !== null;
  const [needsSignIn, setNeedsSignIn] = useState(false);
  const { found, isSolved } = useLabFlags(lab);
  const [isReading, setReading] = useState(false);
  const proseRef = useInteractiveProse(lab.briefing_html);
  return (
    <div className={page.page}>
      <LabHeader lab={lab} solved={isSolved} share={lab.flags > 0 ? found.size / lab.flags : 0} />
      <div className={css.columns}>
        <div className={css.main} ref={proseRef}>
          <section aria-labelledby="briefing">
            <h2 id="briefing">
              <VisuallyHidden>Briefing</VisuallyHidden>
            </h2>
            <Html html={lab.briefing_html} className={prose.prose} />
          </section>
          <LabTaskList
            lab={lab}
            // Reads the session directly, because the click may come before `signedIn` updates.
            onRepair={() => (readSession() ? onRepair() : setNeedsSignIn(true))}
            nextSteps={<NextSteps lab={lab} onWriteUp={() => setReading(true)} />}
          />
          {needsSignIn && !signedIn && (
            <SignInPrompt>Your repair is saved to your account, so you need one.</SignInPrompt>
          )}
          {isSolved ? (
            <SolvedLabSections lab={lab} isReading={isReading} onRead={() => setReading(true)} />
          ) : (
            <Ratings ratings={lab.ratings} rating={lab.rating} />
          )}
        </div>
        <aside className={css.aside} aria-label="Your instance">
          <Card className={css.instance}>
            <Label>Your instance</Label>
            <InstancePanel slug={slug} lab={lab} />
          </Card>
          <FirstSolves first_solves={lab.first_solves} />
          <LabLessons lessons={lab.lessons} />
        </aside>
      </div>
    </div>
  );
}

/** Names the first solvers: `First to solve it: mara on 3 Nov 2026, then tove and finn`. */
export function FirstSolves({ first_solves: solves }: Pick<Lab, 'first_solves'>) {
  const [first] = solves;
  if (!first) return null;
  return (
    <p className={afterCss.first}>
      First to solve it:{' '}
      {solves.map(({ name, slug }, index) => (
        <Fragment key={name}>
          {index === 1 ? ', then ' : index > 1 && ' and '}
          {slug === null ? (
            name
          ) : (
            <Link to="/profile/$username" params={{ username: slug }}>
              {name}
            </Link>
          )}
          {index === 0 && ` on ${day(first.at)}`}
        </Fragment>
      ))}
    </p>
  );
}

function LabHeader({ lab, solved, share }: { lab: Lab; solved: boolean; share: number }) {
  const { free_tier } = useFeatures();
  const rating = ratingText(lab.rating);
  return (
    <SubjectHeader
      back={
        <span className={css.trail}>
          <BackLink to="/labs">Labs</BackLink>
          <span aria-hidden="true">/</span>
          <Link to="/labs" search={{ topic: lab.topic }}>
            {topics[lab.topic].name}
          </Link>
        </span>
      }
      title={lab.name}
      lead={lab.summary}
      facts={
        <>
          <DifficultyMark difficulty={lab.difficulty} />
          <span>{duration(lab.minutes)}</span>
          <span>{plural(lab.flags, 'flag')}</span>
          <span>{plural(lab.points, 'point')}</span>
          <span>{solvesText(lab, solved)}</span>
          {rating && <span>{rating}</span>}
          <LabFeatures shell={lab.workspace !== null} repair={lab.repair !== null} tools={lab.tools} />
          {lab.tier > 0 && <Chip icon={lab.tier > free_tier ? 'lock' : undefined}>{tierName(lab.tier)}</Chip>}
          {solved && (
            <Chip tone="phosphor" icon="tick">
              Solved
            </Chip>
          )}
        </>
      }
      emblem={<LabHex solved={solved} share={share} size="lg" />}
    />
  );
}

/** Links to lessons that teach what the lab requires. */
function LabLessons({ lessons }: { lessons: Lab['lessons'] }) {
  if (lessons.length === 0) return null;
  return (
    <nav className={css.lessons} aria-label="Related lessons">
      <Label>Related lessons</Label>
      <ul>
        {lessons.map(({ training, chapter, subchapter, name }) => (
          <li key={subchapter}>
            <Link to="/courses/$training/$chapter/$subchapter" params={{ training, chapter, subchapter }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
