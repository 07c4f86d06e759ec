import type { Lab } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { SignInPrompt } from '#entities/account/sign-in-prompt.tsx';
import { InstancePanel } from '#entities/lab/instance/instance-panel.tsx';
import { useLabFlags } from '#entities/lab/solve/use-lab-flags.ts';
import { readSession, useSession } from '#lib/session.ts';
import { Card } from '#ui/card.tsx';
import { Html } from '#ui/html.tsx';
import { Label } from '#ui/label.tsx';
import page from '#ui/page.module.css';
import { useInteractiveProse } from '#ui/prose/use-interactive-prose.ts';
import prose from '#ui/prose.module.css';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { FirstSolves } from '../after/first-solves.tsx';
import { Ratings } from '../after/lab-rating.tsx';
import { SolvedLabSections } from '../after/solved-lab-sections.tsx';
import { NextSteps } from '../solve/next-steps.tsx';
import { LabTaskList } from '../tasks/lab-task-list.tsx';
import { LabHeader } from './lab-header.tsx';
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
