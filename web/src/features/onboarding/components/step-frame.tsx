import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Step, stepNumber, steps } from '../lib/steps';
import type { Wizard } from '../lib/use-wizard';

export interface StepFrameProps {
  wizard: Wizard;
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}

/** Heading and content of one step. Coming from another step, it animates, focuses the heading and scrolls up. */
export function StepFrame({ wizard: { hasChangedStep: isEntered }, title, intro, children }: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isEntered) return;
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [isEntered]);
  return (
    <section
      aria-labelledby="step-title"
      className={clsx('grid content-start', isEntered && 'animate-[step-in_180ms_var(--ease-out)]')}
    >
      <h1 ref={heading} id="step-title" tabIndex={-1} className="display text-2xl outline-none!">
        {title}
      </h1>
      {intro === undefined ? null : <p className="mt-2 text-muted">{intro}</p>}
      <div className="mt-7">{children}</div>
    </section>
  );
}

export function Progress({ step }: { step: Step }) {
  const current = stepNumber(step);
  return (
    <div className="mb-6">
      <p className="tabular inline-block rounded-full bg-brand-soft px-3 py-0.5 text-sm font-semibold text-brand">
        Step {current} of {steps.length}
      </p>
      <div aria-hidden className="mt-3 grid auto-cols-fr grid-flow-col gap-1.5">
        {steps.map((name, index) => (
          <span
            key={name}
            className={clsx(
              'h-1 rounded-full transition-colors duration-200',
              index < current ? 'bg-brand' : 'bg-line',
            )}
          />
        ))}
      </div>
    </div>
  );
}
