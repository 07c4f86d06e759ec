import type { RepairReport } from '@hexpedition/contract';
import { messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { cx } from '#ui/cx.ts';
import { hexPath } from '#ui/hex.ts';
import { Icon } from '#ui/icon.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import css from './repair.module.css';
import type { RepairWork } from './use-repair.ts';

interface Props {
  repair: RepairWork;
  points: number;
}

/** What the tests and the exploit made of the source. */
export function RepairResults({ repair: { run, report, isStale, isRepaired }, points }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className={css.results} aria-label="Results" aria-busy={run.isPending} data-part tabIndex={0}>
      <div role="status" className={css.verdict}>
        {run.isPending ? (
          <Verdict icon="flask" tone="running" title="Running the tests" words="Then the exploit has its try." />
        ) : run.isError ? (
          <Verdict icon="warning" tone="bad" title="The tests did not run" words={messageOf(run.error)} />
        ) : (
          <Outcome report={report} isRepaired={isRepaired} points={points} />
        )}
      </div>
      {!run.isPending && report && (
        <>
          {isStale && <p className={css.stale}>You have changed the source since.</p>}
          <Details report={report} />
        </>
      )}
    </section>
  );
}

interface OutcomeProps {
  report: RepairReport | null;
  isRepaired: boolean;
  points: number;
}

function Outcome({ report, isRepaired, points }: OutcomeProps) {
  if (!report) {
    return (
      <Verdict
        icon="shield"
        tone="open"
        title="Close the hole"
        words={`Keep what works, and shut out what the exploit does. Then run the tests: ${plural(points, 'point')}.`}
      />
    );
  }
  if (report.build_error !== null) {
    return <Verdict icon="danger" tone="bad" title="It does not build" words="The compiler says why." />;
  }
  if (report.repaired) {
    return (
      <Verdict
        icon="shield"
        tone="good"
        title="Repaired"
        note={report.points > 0 ? `+${plural(report.points, 'point')}` : isRepaired ? 'again' : undefined}
        words="The exploit no longer works, and everything else still does."
      />
    );
  }
  const failed = report.tests.filter(({ ok }) => !ok).length;
  if (report.exploit === 'works') {
    return (
      <Verdict
        icon="bug"
        tone="bad"
        title="The exploit still works"
        words={failed > 0 ? `And ${failing(failed)}.` : 'Every test passes, but the hole is still open.'}
      />
    );
  }
  if (report.exploit === 'not_run') {
    return <Verdict icon="danger" tone="bad" title="It does not start" words="It builds, but it did not answer." />;
  }
  return (
    <Verdict
      icon="warning"
      tone="open"
      title="The hole is closed"
      words={`But ${failing(failed)}: something that worked no longer does.`}
    />
  );
}

const failing = (count: number) => (count === 1 ? 'one test fails' : `${count} tests fail`);

interface VerdictProps {
  icon: IconName;
  tone: 'good' | 'bad' | 'open' | 'running';
  title: string;
  note?: string | undefined;
  words: string;
}

function Verdict({ icon, tone, title, note, words }: VerdictProps) {
  return (
    <>
      <div className={css.top} data-tone={tone}>
        <span className={css.hex} aria-hidden="true">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path d={hexPath} />
          </svg>
          <Icon name={icon} size={18} />
        </span>
        <div>
          <h2 className={css.title}>{title}</h2>
          {note && <p className={css.note}>{note}</p>}
        </div>
      </div>
      <p className={css.words}>{words}</p>
    </>
  );
}

function Details({ report: { build_error, tests } }: { report: RepairReport }) {
  if (build_error !== null) return <pre className={css.output}>{build_error}</pre>;
  if (tests.length === 0) return null;
  const passed = tests.filter(({ ok }) => ok).length;
  // What fails is what one looks for.
  const sorted = tests.toSorted((a, b) => Number(a.ok) - Number(b.ok));
  return (
    <>
      <div className={css.sum}>
        <h3>
          Tests {passed} of {tests.length} pass
        </h3>
        <span className={css.ms}>{tests.reduce((sum, { ms }) => sum + ms, 0)} ms</span>
      </div>
      <ul className={css.tests}>
        {sorted.map(({ name, ok, ms, message }) => (
          <li key={name} className={cx(!ok && css.failed)}>
            <Icon name={ok ? 'tick' : 'close'} size={14} label={ok ? 'passes' : 'fails'} />
            <span>{name}</span>
            <span className={css.ms}>{ms} ms</span>
            {message && <p>{message}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
