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
}

/** Results of the tests and the exploit. */
export function RepairResults({ repair: { run, report, isStale, isRepaired, points } }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls, so the keyboard must reach it
    <section className={css.results} aria-label="Results" aria-busy={run.isPending} data-part tabIndex={0}>
      <div role="status" className={css.verdict}>
        {run.isPending ? (
          <Verdict icon="flask" tone="running" title="Running tests" text="The exploit runs next." />
        ) : run.isError ? (
          <Verdict icon="warning" tone="bad" title="The tests did not run" text={messageOf(run.error)} />
        ) : (
          <Outcome report={report} isRepaired={isRepaired} points={points} />
        )}
      </div>
      {!run.isPending && report && (
        <>
          {isStale && <p className={css.outdated}>You changed the source after this run. Run the tests again.</p>}
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
        title="Fix the vulnerability"
        text={`Change the source so that the exploit fails and every test passes. Then run the tests for ${plural(points, 'point')}.`}
      />
    );
  }
  if (report.build_error !== null) {
    return <Verdict icon="danger" tone="bad" title="The build failed" text="See the compiler output below." />;
  }
  if (report.repaired) {
    return (
      <Verdict
        icon="shield"
        tone="good"
        title="Repaired"
        note={report.points > 0 ? `+${plural(report.points, 'point')}` : isRepaired ? 'again' : undefined}
        text="The exploit no longer works, and all tests pass."
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
        text={failed > 0 ? `And ${failing(failed)}.` : 'All tests pass, but the vulnerability is still open.'}
      />
    );
  }
  // A program that does not start runs no tests
  if (report.exploit === 'not_run' && report.tests.length > 1) {
    return (
      <Verdict
        icon="warning"
        tone="bad"
        title="The exploit has no result"
        text="Only an exploit that is carried out in full and blocked proves a fix. The failed test below names the rule."
      />
    );
  }
  if (report.exploit === 'not_run') {
    return (
      <Verdict
        icon="danger"
        tone="bad"
        title="The program does not answer"
        text="The build succeeded, but the program did not start or did not answer in time."
      />
    );
  }
  return (
    <Verdict
      icon="warning"
      tone="open"
      title="The exploit fails"
      text={`But ${failing(failed)}: your change broke something that worked before.`}
    />
  );
}

const failing = (count: number) => (count === 1 ? 'one test fails' : `${count} tests fail`);

interface VerdictProps {
  icon: IconName;
  tone: 'good' | 'bad' | 'open' | 'running';
  title: string;
  note?: string | undefined;
  text: string;
}

function Verdict({ icon, tone, title, note, text }: VerdictProps) {
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
      <p className={css.message}>{text}</p>
    </>
  );
}

function Details({ report: { build_error, tests } }: { report: RepairReport }) {
  if (build_error !== null) return <pre className={css.output}>{build_error}</pre>;
  if (tests.length === 0) return null;
  const passed = tests.filter(({ ok }) => ok).length;
  // Failed tests come first.
  const sorted = tests.toSorted((a, b) => Number(a.ok) - Number(b.ok));
  return (
    <>
      <div className={css.sum}>
        <h3>
          {passed} of {tests.length} tests pass
        </h3>
        <span className={css.duration}>{tests.reduce((sum, { ms }) => sum + ms, 0)} ms</span>
      </div>
      <ul className={css.tests}>
        {sorted.map(({ name, ok, ms, message }) => (
          <li key={name} className={cx(!ok && css.failed)}>
            <Icon name={ok ? 'tick' : 'close'} size={14} label={ok ? 'passes' : 'fails'} />
            <span>{name}</span>
            <span className={css.duration}>{ms} ms</span>
            {message && <p>{message}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
