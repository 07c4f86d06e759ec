import type { Lab } from '@hexpedition/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUpgrade } from '#features/prose/use-upgrade.public.ts';
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

export function LabPage({ slug }: { slug: string }) {
  const { data: lab } = useSuspenseQuery(labQuery(slug));
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
            onRepair={() => {}}
            afterwards={<AfterSolve lab={lab} onWriteUp={() => setReading(true)} />}
          />
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
