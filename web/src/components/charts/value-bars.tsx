import { clsx } from 'clsx';
import { Link } from 'react-router';

interface ValueBar {
  readonly key: string;
  readonly label: string;
  /** Length of the bar, from 0 to 1. */
  readonly fraction: number;
  /** '12' */
  readonly value: string;
  /** '40%, 3 won' */
  readonly note?: string;
  /** What the value is, for screen readers: '12 leads'. */
  readonly accessibleValue: string;
  /** Link to the list of what the bar counts. */
  readonly to?: string;
  /** Drawn lighter than the other bars. */
  readonly isQuiet?: boolean;
}

/** Horizontal bars, each with its label and value above it. */
export const ValueBars = ({ label, bars }: { label: string; bars: readonly ValueBar[] }) => (
  <ul aria-label={label} className="grid gap-3">
    {bars.map((bar) => (
      <li key={bar.key}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          {bar.to === undefined ? (
            <span>{bar.label}</span>
          ) : (
            <Link to={bar.to} className="link pointer-coarse:leading-11">
              {bar.label}
              <span className="sr-only"> {bar.accessibleValue}</span>
            </Link>
          )}
          <span className="tabular">
            <span aria-hidden={bar.to !== undefined} className="font-semibold">
              {bar.value}
            </span>
            {bar.note === undefined ? null : <span className="ml-2 text-sm text-muted">{bar.note}</span>}
          </span>
        </div>
        <div aria-hidden className="mt-0.5 h-2 overflow-hidden rounded-full bg-line">
          <div
            className={clsx('h-full rounded-full', bar.isQuiet === true ? 'bg-heat-3' : 'bg-brand')}
            style={{ width: `${bar.fraction * 100}%` }}
          />
        </div>
      </li>
    ))}
  </ul>
);
