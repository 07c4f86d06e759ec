import type { Lab } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { SignInPrompt } from '#features/account/sign-in-prompt.public.tsx';
import { useUpgrade } from '#features/prose/use-upgrade.public.ts';
import { readSession, useSession } from '#lib/session.ts';
import { Card } from '#ui/card.tsx';
import { Html } from '#ui/html.tsx';
import { Label } from '#ui/label.tsx';
import page from '#ui/page.module.css';
import prose from '#ui/prose.module.css';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { AfterLab } from '../after/after-lab.tsx';
import { FirstSolves } from '../after/first-solves.tsx';
import { Ratings } from '../after/lab-rating.tsx';
import { InstancePanel } from '../instance/instance-panel.public.tsx';
import { LabLadder } from '../ladder/lab-ladder.tsx';
import { AfterSolve } from '../solve/after-solve.tsx';
import { useLabFlags } from '../solve/use-lab-flags.ts';
import { LabHead } from './lab-head.tsx';
import css from './lab-page.module.css';

interface Props {
  lab: Lab;
  /** Opens where the lab is repaired. */
  onRepair: () => void;
}

/** All about a lab: its briefing, the ladder to its flags, the learner's own copy, and what comes after. */
export function LabOverview({ lab, onRepair }: Props) {
  const { slug } = lab;
  const signedIn = useSession() !== null;
  const [isAsked, setAsked] = useState(false);
  const { found, isSolved } = useLabFlags(lab);
  const [isReading, setReading] = useState(false);
  const upgrade = useUpgrade(lab.briefing_html);
  return (
    <div className={page.page}>
      <LabHead lab={lab} solved={isSolved} share={lab.flags > 0 ? found.size / lab.flags : 0} />
      <div className={css.columns}>
        <div className={css.main} ref={upgrade}>
          <section aria-labelledby="briefing">
            <h2 id="briefing">
              <VisuallyHidden>Briefing</VisuallyHidden>
            </h2>
            <Html html={lab.briefing_html} className={prose.prose} />
          </section>
          <LabLadder
            lab={lab}
            // This does not use `signedIn`, because a press may come before the page knows.
            onRepair={() => (readSession() ? onRepair() : setAsked(true))}
            afterwards={<AfterSolve lab={lab} onWriteUp={() => setReading(true)} />}
          />
          {isAsked && !signedIn && <SignInPrompt>What you repair is kept, so that needs an account.</SignInPrompt>}
          {isSolved ? (
            <AfterLab lab={lab} isReading={isReading} onRead={() => setReading(true)} />
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

/** Where to learn what it takes. */
function LabLessons({ lessons }: { lessons: Lab['lessons'] }) {
  if (lessons.length === 0) return null;
  return (
    <nav className={css.lessons} aria-label="Lessons about this">
      <Label>Learn what it takes</Label>
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
