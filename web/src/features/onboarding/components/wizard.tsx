import { lazy, Suspense } from 'react';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { useWizard, type Wizard } from '../lib/use-wizard';
import { OrderSummary } from './order-summary';
import { StartStep } from './start-step';
import { Progress } from './step-frame';
import { Testimonials } from './testimonials';

/** Loads the forms only once the visitor starts, to keep the first screen light. */
const LaterStep = lazy(async () => ({ default: (await import('./later-steps')).LaterStep }));

const WizardSkeleton = () => (
  <div role="status" className="grid gap-5">
    <span className="sr-only">Loading your sign-up</span>
    <Skeleton className="h-7 w-28" />
    <Skeleton className="h-1" />
    <Skeleton className="h-10 w-3/4" />
    <Skeleton className="h-44" />
    <Skeleton className="h-13 w-36" />
  </div>
);

const WizardLoadError = ({ wizard }: { wizard: Wizard }) => (
  <section role="alert">
    <h1 className="display text-2xl">Your sign-up could not be loaded</h1>
    <p className="mt-2 text-muted">
      Your answers so far are saved. Please check your connection and try again.
    </p>
    <div className="mt-7 flex flex-wrap gap-3">
      <Button size="lg" onClick={wizard.reload}>
        Try again
      </Button>
      <Button size="lg" variant="secondary" onClick={wizard.startOver}>
        Start over
      </Button>
    </div>
  </section>
);

function WizardBody({ wizard }: { wizard: Wizard }) {
  const { step, phase } = wizard;
  if (phase === 'loading') return <WizardSkeleton />;
  if (phase === 'load-failed') return <WizardLoadError wizard={wizard} />;
  return (
    <Suspense fallback={<WizardSkeleton />}>
      <Progress step={step} />
      {step === 'start' ? (
        <StartStep wizard={wizard} />
      ) : (
        <LaterStep key={step} step={step} wizard={wizard} />
      )}
    </Suspense>
  );
}

export function WizardScreen() {
  const wizard = useWizard();
  const { step } = wizard;
  return (
    <div className="page grid grow content-start gap-x-20 gap-y-12 py-10 md:py-16 lg:grid-cols-[minmax(0,560px)_minmax(0,360px)] lg:justify-between">
      <div className="wizard-steps mx-auto w-full max-w-[560px]">
        <WizardBody wizard={wizard} />
      </div>
      {step === 'start' ? (
        <div className="mx-auto w-full max-w-[560px]">
          <Testimonials />
        </div>
      ) : (
        <div className="max-lg:hidden">
          <OrderSummary wizard={wizard} />
        </div>
      )}
    </div>
  );
}
