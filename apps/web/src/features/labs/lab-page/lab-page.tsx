import type { Lab } from '@hexpedition/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { SignInPrompt } from '#features/account/sign-in-prompt.public.tsx';
import { useUpgrade } from '#features/prose/use-upgrade.public.ts';
import { readSession, useSession } from '#lib/session.ts';
import { Card } from '#ui/card.tsx';
import { Html } from '#ui/html.tsx';
import { Label } from '#ui/label.tsx';
import page from '#ui/page.module.css';
import prose from '#ui/prose.module.css';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { InstancePanel } from '../instance/instance-panel.public.tsx';
import { LabLadder } from '../ladder/lab-ladder.tsx';
import { labQuery } from '../queries.public.ts';
import { AfterSolve } from '../solve/after-solve.tsx';
import { useLabFlags } from '../solve/use-lab-flags.ts';
import { LabHead } from './lab-head.tsx';
import css from './lab-page.module.css';
import { LabWriteUp } from './lab-write-up.tsx';
import { useBench } from './use-bench.ts';

// For those who have it running.
const Bench = lazy(() => import('../bench/bench.tsx'));

interface Props {
  slug: string;
  /** Whether the learner has come to repair it. */
  isRepair?: boolean;
}

/** A lab: what it is about, and for those who have started one with a shell the bench where they work at it. */
export function LabPage({ slug, isRepair = false }: Props) {
  const { data: lab } = useSuspenseQuery(labQuery(slug));
  const navigate = useNavigate();
  const { isOpen, instance, isFresh, leave } = useBench(lab, isRepair);
  const show = (search: { bench?: 'repair' }) =>
    void navigate({ to: '/lab/$slug', params: { slug }, search, replace: true });
  const overview = <LabOverview lab={lab} onRepair={() => show({ bench: 'repair' })} />;
  if (!isOpen) return overview;
  return (
    <Suspense fallback={overview}>
      <Bench
        lab={lab}
        instance={instance}
        isRepair={isRepair}
        isFresh={isFresh}
        onLeave={() => {
          leave();
          show({});
        }}
      />
    </Suspense>
  );
}

function LabOverview({ lab, onRepair }: { lab: Lab; onRepair: () => void }) {
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
            key={slug}
            lab={lab}
            onRepair={() => (readSession() ? onRepair() : setAsked(true))}
            afterwards={<AfterSolve lab={lab} onWriteUp={() => setReading(true)} />}
          />
          {isAsked && !signedIn && <SignInPrompt>What you repair is kept, so that needs an account.</SignInPrompt>}
          {isSolved && <LabWriteUp slug={slug} open={isReading} onOpen={() => setReading(true)} />}
        </div>
        <aside className={css.aside} aria-label="Your instance">
          <Card className={css.instance}>
            <Label>Your instance</Label>
            <InstancePanel slug={slug} tier={lab.tier} unavailable={lab.unavailable} />
          </Card>
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
