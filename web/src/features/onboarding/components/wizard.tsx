import { brand } from '@desk/contracts/brand';
import { channelFacts } from '@desk/contracts/notifications/channels.values';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { TermsSentence } from '@/components/account/terms-sentence';
import { toastStore } from '@/components/toast/toast-store';
import { Button, ButtonLink } from '@/components/ui/button';
import { Check } from '@/components/ui/icons';
import { MutationButton } from '@/components/ui/mutation-button';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDailyCost, LEAD_PRICE } from '@/config/pricing';
import { UNREACHABLE } from '@/lib/api-client';
import { saveStep } from '../api/sign-up.api';
import { describeStates } from '../lib/answers';
import { type Step, stepNumber } from '../lib/steps';
import { useWizard, type Wizard } from '../lib/use-wizard';
import { Progress, StepFrame } from './step-frame';

const NOT_SET = '–';

function formatDelivery(answers: Wizard['answers']): string {
  const chosen = [
    answers.deliveryEmail && channelFacts.email.label,
    answers.deliveryText && channelFacts.sms.label,
    answers.deliverySlack && channelFacts.slack.label,
    answers.deliveryOther.trim() !== '' && 'Other',
  ];
  return chosen.filter(Boolean).join(', ');
}

function OrderSummary({ wizard }: { wizard: Wizard }) {
  const { answers, setupIntentId } = wizard;
  const hasPassed = (step: Step) => stepNumber(wizard.step) > stepNumber(step);
  const valueAfter = (step: Step, text: string) => (hasPassed(step) && text !== '' ? text : NOT_SET);
  const name = [answers.firstName, answers.lastName].filter(Boolean).join(' ');
  const isLimitSet = hasPassed('daily-limit');
  const rows = [
    ['Delivery', valueAfter('delivery', formatDelivery(answers))],
    ['Name', valueAfter('name', name)],
    ['Email', valueAfter('contact', answers.email)],
    ['Card', setupIntentId === null ? NOT_SET : 'Saved'],
    ['Daily limit', isLimitSet ? `${answers.dailyLeadLimit.toLocaleString('en-US')} / day` : NOT_SET],
    ['States', isLimitSet ? describeStates(answers) : NOT_SET],
    ['Maximum cost', isLimitSet ? `${formatDailyCost(answers.dailyLeadLimit)} / day` : NOT_SET],
  ] as const;
  return (
    <aside aria-label="Your order" className="sticky top-10 rounded-card border border-line bg-surface">
      <p className="flex items-baseline justify-between gap-4 border-b border-line px-5 py-4">
        <span className="font-semibold">Your order</span>
        <span className="tabular text-sm text-muted">{LEAD_PRICE} per lead</span>
      </p>
      <dl className="tabular px-5 py-2 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-6 py-2">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 text-right font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="rounded-b-card border-t border-line bg-sunken px-5 py-3.5 text-sm text-muted">
        No subscription. Nothing is charged until a lead is delivered.
      </p>
    </aside>
  );
}

/** Placeholders until we have real quotes. Labeled as samples and attributed to nobody. */
const testimonials = [
  ['I call within a minute, and they still have the form open.', 'Independent agent'],
  ['Nobody else is calling them. That alone changed our contact rate.', 'Advisory firm'],
  ['I raise the limit on quiet weeks and pause when my calendar is full.', 'Insurance agent'],
] as const;

const Testimonials = () => (
  <section aria-labelledby="testimonials" className="lg:pt-1">
    <h2 id="testimonials" className="text-sm font-semibold">
      What agents say
    </h2>
    <ul className="mt-3 grid border-t border-line">
      {testimonials.map(([quote, author]) => (
        <li key={author} className="border-b border-line py-5">
          <blockquote className="font-serif text-[18px] leading-7 text-pretty">“{quote}”</blockquote>
          <p className="mt-1.5 text-sm text-muted">{author}</p>
        </li>
      ))}
    </ul>
    <p className="mt-3 text-xs text-muted">Sample quotes, for illustration.</p>
  </section>
);

const benefits = [
  'Exclusive annuity leads: each one is sold only to you',
  'Real-time delivery by email, and by text message or Slack if you like',
  'Retirees aged 55 and over, with verified phone numbers',
  `A flat ${LEAD_PRICE} per lead. No subscription`,
  'A daily limit you choose, and a pause that takes effect immediately',
] as const;

function StartStep({ wizard }: { wizard: Wizard }) {
  const start = useMutation({
    onMutate: () => toastStore.dismissAll(),
    // Loads the next steps' code while the first step is saved.
    mutationFn: () => Promise.all([saveStep('start', { acceptedTerms: true }), import('./later-steps')]),
    onSuccess: () => wizard.goTo('delivery'),
    onError: (error) => wizard.onFailure(error, UNREACHABLE),
  });
  return (
    <StepFrame
      wizard={wizard}
      title={`Welcome to ${brand}`}
      intro="Set up your lead delivery in a few minutes. You can stop at any step, and nothing is charged now."
    >
      <h2 className="font-semibold">What You'll Get</h2>
      <ul className="mt-3 grid gap-2.5">
        {benefits.map((benefit) => (
          <li key={benefit} className="flex gap-3">
            <Check aria-hidden className="mt-1 size-[18px] shrink-0 text-brand" strokeWidth={2.25} />
            {benefit}
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap gap-3">
        <MutationButton size="lg" className="max-sm:grow" mutation={start} pendingLabel="Saving...">
          Get Started
        </MutationButton>
        <ButtonLink to="/" variant="secondary" size="lg">
          Not Now
        </ButtonLink>
      </div>
      <div className="mt-4">
        <TermsSentence action="Get Started" />
      </div>
    </StepFrame>
  );
}

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

function WizardBody({ wizard }: { wizard: Wizard }) {
  const { step, phase } = wizard;
  if (phase === 'loading') return <WizardSkeleton />;
  if (phase === 'load-failed')
    return (
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
