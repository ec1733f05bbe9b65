import { Fragment, type ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode];

export const ProblemFacts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="tabular grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5">
    {facts.map(([label, value]) => (
      <Fragment key={label}>
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="min-w-0 wrap-anywhere">{value}</dd>
      </Fragment>
    ))}
  </dl>
);
