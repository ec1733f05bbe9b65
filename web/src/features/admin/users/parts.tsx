import { Fragment, type ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode];

/** Labels and values of one section. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="tabular grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[minmax(7rem,auto)_1fr]">
    {facts.map(([label, value]) => (
      <Fragment key={label}>
        <dt className="text-muted">{label}</dt>
        <dd className="min-w-0 wrap-anywhere max-sm:mb-1.5">{value}</dd>
      </Fragment>
    ))}
  </dl>
);

/** Stands for a part whose service did not answer. */
export const NotLoaded = ({ what }: { what: string }) => (
  <p className="text-sm text-muted">{what} could not be loaded. Refresh the page to try again.</p>
);
